// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.web.Rule;
import io.weir.web.servlet.RawConnection.RawReply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of requests that are written so that the application and the rule may read them differently. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PathEvasionTest {
  static final List<String> LOGINS = List.of(
      "/login",
      "//login",
      "///login",
      "/login/",
      "/login//",
      "/./login",
      "/login/.",
      "/x/../login",
      "/login;x=1",
      "/login;",
      "/;/login",
      "/%6cogin",
      "/%6C%6f%67%69%6e",
      "/login%2f",
      "/%2flogin",
      "/%2e/login",
      "/x/%2e%2e/login",
      "/x/..%2flogin",
      "/login?x=/free",
      "/login;/../login",
      "/login%3bx",
      "/login/%2e",
      "/x/..;/login",
      "http://test/login",
      "http://test//login");

  private static final Rule[] RULES = {
    Rule.named("login").path("/login").methods("POST").limit(0, TestSite.WINDOW).build(),
    Rule.named("files")
        .path("/files/**")
        .methods("GET")
        .limit(0, TestSite.WINDOW)
        .build(),
    Rule.named("users")
        .path("/users/*")
        .methods("GET")
        .limit(0, TestSite.WINDOW)
        .build(),
    Rule.named("carts")
        .path("/carts/*/items")
        .methods("GET")
        .limit(0, TestSite.WINDOW)
        .build(),
  };

  private final TestSite strict = TestSite.of(RULES);
  private final TestSite lenient = TestSite.lenient(RULES);
  private final List<TestSite> sites = List.of(strict, lenient, TestSite.undecoded(RULES));

  @BeforeAll
  void start() throws IOException {
    for (TestSite testSite : sites) {
      try (RawConnection rawConnection = new RawConnection(testSite.port())) {
        assertThat(rawConnection.send("POST", "/free", "", "").status()).isEqualTo(200);
      }
    }
  }

  @AfterAll
  void stop() {
    sites.forEach(TestSite::close);
  }

  @ParameterizedTest
  @FieldSource("LOGINS")
  void noSpellingOfLoginEvadesItsRule(String target) throws IOException {
    for (TestSite testSite : sites) {
      int before = testSite.callCount();
      try (RawConnection rawConnection = new RawConnection(testSite.port())) {
        RawReply rawReply = rawConnection.send("POST", target, "", "");

        // The container may refuse the path itself.
        assertThat(rawReply.status()).isIn(400, 429);
        assertThat(testSite.callCount()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%u006cogin", "/login%00", "/login%20", "/login%ff", "/%256cogin"})
  void aPathThatOnlyResemblesLoginIsAnotherPath(String target) throws IOException {
    for (TestSite testSite : sites) {
      try (RawConnection rawConnection = new RawConnection(testSite.port())) {
        RawReply rawReply = rawConnection.send("POST", target, "", "");

        assertThat(rawReply.status()).isIn(200, 400, 429);
        assertThat(rawReply.body()).isNotEqualTo("POST /login");
        assertThat(rawReply.body().startsWith("POST /")).isEqualTo(rawReply.status() == 200);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/users/%3Bx",
        "/users/%3b",
        "/users/%3Bann;y",
        "/users/%3B;y",
        "/carts/%3Bx/items",
        "/carts/%3B/items;y",
      })
  void namesWithSemicolonsDoNotEvadeTheirRule(String target) throws IOException {
    for (TestSite testSite : sites) {
      try (RawConnection rawConnection = new RawConnection(testSite.port())) {
        assertThat(rawConnection.send("GET", target, "", "").status()).isIn(400, 429);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/files",
        "/files/",
        "/files/a",
        "/files/a/../b",
        "/files/../x",
        "/files/%2e%2e/x",
        "/files%2fa",
        "/files//a",
        "/files;a/b",
        "/x/../files/a",
        "/files/..;/x",
      })
  void noSpellingOfFilesEvadesItsRule(String target) throws IOException {
    for (TestSite testSite : sites) {
      int before = testSite.callCount();
      try (RawConnection rawConnection = new RawConnection(testSite.port())) {
        assertThat(rawConnection.send("GET", target, "", "").status()).isIn(400, 429);
        assertThat(testSite.callCount()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "get", "Get", "HEAD", "head"})
  void noSpellingOfAMethodEvadesItsRule(String method) throws IOException {
    int before = strict.callCount();
    try (RawConnection rawConnection = new RawConnection(strict.port())) {
      assertThat(rawConnection.send(method, "/files/a", "", "").status()).isIn(400, 429);
    }
    assertThat(strict.callCount()).isEqualTo(before);
  }

  @Test
  void aPathIsDecodedOnlyOnce() throws IOException {
    try (RawConnection rawConnection = new RawConnection(lenient.port())) {
      assertThat(rawConnection.send("POST", "/%256cogin", "", "").status()).isEqualTo(200);
      assertThat(rawConnection.send("POST", "/LOGIN", "", "").status()).isEqualTo(200);
      assertThat(rawConnection.send("POST", "/login2", "", "").status()).isEqualTo(200);
    }
  }
}
