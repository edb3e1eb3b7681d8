// SPDX-License-Identifier: Apache-2.0
package io.weir.web.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
  private static final long SEED = 4_711;

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "'', /",
    "//, /",
    "/a/b, /a/b",
    "a, /a",
    "/a//b/, /a/b",
    "/a/./b, /a/b",
    "/a/../b, /b",
    "/../../b, /b",
    "/a/b/.., /a",
    "/.well-known/x, /.well-known/x",
    "/a..b/...;x, /a..b/...",
    "/a;b=/c/d;e, /a/c/d",
    "/..;/a, /a",
    "/100%, /100%",
    "/a%2fb, /a%2Fb",
  })
  void everyPathIsNormalized(String path, String form) {
    assertThat(RequestPath.of(path, null).text()).isEqualTo(form);
  }

  @Test
  void encodedSlashesStayAndDecodingHappensOnce() {
    assertThat(RequestPath.decode("/a%2Fb%2fc")).isEqualTo("/a%2Fb%2fc");
    assertThat(RequestPath.decode("/%2541")).isEqualTo("/%41");
    assertThat(RequestPath.decode("/%E2%82%AC%")).isEqualTo("/\u20ac%");
    assertThat(RequestPath.decode("/%ff%4")).isEqualTo("/\ufffd%4");
  }

  @ParameterizedTest
  @CsvSource({
    // resolved by the container, kept as names by the application
    "/x, /files/../x, /files/**",
    "/x, /files/%2e%2e/x, /files/**",
    // the container refuses to decode it, or decodes something else
    "/other, /%6cogin, /login",
    "/other, /a%2Fb, /a/b",
    // some frameworks treat a semicolon as a letter
    "/users, '/users/;ann', /users/*",
  })
  void theRawPathIsReadInAdditionToTheContainersPath(String decoded, String raw, String pattern) {
    RequestPath path = RequestPath.of(decoded, raw);

    assertThat(PathPattern.parse(pattern).matches(path))
        .as(path.alternatives().toString())
        .isTrue();
    assertThat(PathPattern.parse(pattern).matches(RequestPath.of(decoded, null)))
        .as("without it the pattern would not match")
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/other, '/users/%3Bann/cart;v=1', /users/*/cart",
    "/other, '/users;v=1/%3b', /users/*",
  })
  void anEncodedSemicolonStartsNoParameter(String decoded, String raw, String pattern) {
    RequestPath path = RequestPath.of(decoded, raw);

    assertThat(PathPattern.parse(pattern).matches(path))
        .as(path.alternatives().toString())
        .isTrue();
  }

  @Test
  void caseInsensitivePathsAreEqualInLowerCase() {
    PathPattern login = PathPattern.parse("/login").ignoringCase();

    List<String> unlike = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .mapToObj(c -> "/log" + Character.toString(c) + "n")
        .filter(path -> login.matches(RequestPath.of(path, null))
            != RequestPath.lowerCase(path).equals("/login"))
        .toList();

    assertThat(unlike).isEmpty();
  }

  @Test
  void normalizingTwiceChangesNothing() {
    SplittableRandom random = new SplittableRandom(SEED);
    // No escape except a slash: a pattern with another one is refused.
    String[] alphabet = {"/", "/", ".", ".", ";", "%2f", "%2F", "%", "x", "y"};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder drawn = new StringBuilder("/");
      for (int j = random.nextInt(12); j > 0; j--) {
        drawn.append(alphabet[random.nextInt(alphabet.length)]);
      }

      String form = RequestPath.of(drawn.toString(), drawn.toString()).text();

      assertThat(RequestPath.of(form, null).text())
          .as("seed %s: %s", SEED, drawn)
          .isEqualTo(form);
      assertThat(PathPattern.parse(form).matches(RequestPath.of(drawn.toString(), null)))
          .as("seed %s: %s", SEED, drawn)
          .isTrue();
    }
  }
}
