// SPDX-License-Identifier: Apache-2.0
package io.weir.web.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {
  @ParameterizedTest
  @CsvSource({
    "/login, /login, true",
    "/login, /logi, false",
    "/login, /login2, false",
    "/login, /login/x, false",
    "/login, /, false",
    "/login, /LOGIN, false",
    "/login, /x/login, false",
    "/, /, true",
    "/, /x, false",
    "/users/*, /users/7, true",
    "/users/*, /users, false",
    "/users/*, /users/7/x, false",
    "/users/*/orders, /users/7/orders, true",
    "/users/*/orders, /users/7/8/orders, false",
    "/users/*/orders, /users/orders, false",
    "/*, /x, true",
    "/*, /, false",
    "/api/**, /api, true",
    "/api/**, /api/a/b/c, true",
    "/api/**, /apis, false",
    "/api/**, /, false",
    "/**, /, true",
    "/**, /a/b, true",
    "/*/x/**, /a/x/b/c, true",
    "/*/x/**, /a/x, true",
    "/*/x/**, /a/y/b, false",
  })
  void oneStarMatchesOneSegmentAndTwoMatchAnyRest(String pattern, String path, boolean matches) {
    assertThat(matches(pattern, path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/login",
        "//login",
        "///login",
        "/login/",
        "/login//",
        "/./login",
        "/login/.",
        "/x/../login",
        "/../login",
        "/login;x=1",
        "/login;",
        "/;x/login",
        "/login;a/;b",
        "/.;x/login",
        "/x/..;y/login",
        "login",
        "/login/x/..",
      })
  void noSpellingOfAPathEvadesItsRule(String path) {
    assertThat(matches("/login", path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/login, /%6cogin, true",
    "/login, /%6Cogin, true",
    "/login, /%2e/login, true",
    "/login, /x/%2e%2e/login, true",
    "/login, /login%2f, true",
    "/login, /%256cogin, false",
    "/files/**, /files/../x, true",
    "/files/**, /files/%2e%2e/x, true",
    "/files/*, /files/.., true",
    "/files/*, /files/a%2Fb, true",
    "/files/a/b, /files/a%2Fb, true",
    "/files/*, /files/a%2fb, true",
    "/files/a%2Fb, /files/a%2fb, true",
    "/files/a%2fb, /files/a%2Fb, true",
    "/files/a%2Fb, /files/a/b, false",
    "/my files/**, /my%20files/x, true",
    "/caf\u00e9, /caf%C3%A9, true",
    "/100%, /100%, true",
    "/a%zz, /a%zz, true",
  })
  void theRawPathIsMatchedToo(String pattern, String raw, boolean matches) {
    assertThat(PathPattern.parse(pattern).matches(RequestPath.of("/elsewhere", raw)))
        .isEqualTo(matches);
  }

  @Test
  void aPatternCanIgnoreCase() {
    PathPattern pattern = PathPattern.parse("/Login/*").ignoringCase();

    assertThat(pattern.matches(RequestPath.of("/lOGIN/x", null))).isTrue();
    assertThat(pattern.matches(RequestPath.of("/lOGINs/x", null))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "login",
        "*",
        "**",
        "/login/",
        "//",
        "/a//b",
        "/./a",
        "/a/..",
        "/**/a",
        "/a*",
        "/*a",
        "/a/***",
        "/a;b",
        "/a?b=1",
        "/a#b",
        "/users/{id}",
        "/a\\b",
        "/my%20files/**",
        "/caf%C3%A9",
        "/%6cogin",
        "/a%2f%2e",
        "/login ",
        "/login\u2003/x",
        "/ login",
        "/login\t",
        "/log\nin",
        "/log\u0085in",
      })
  void anInvalidPatternIsRefusedByName(String text) {
    assertThatThrownBy(() -> PathPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining('"' + text + '"');
  }

  private static boolean matches(String pattern, String path) {
    return PathPattern.parse(pattern).matches(RequestPath.of(path, null));
  }
}
