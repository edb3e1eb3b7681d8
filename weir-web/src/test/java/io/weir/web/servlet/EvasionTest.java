// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.web.Rule;
import io.weir.web.servlet.Wire.Reply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to write a request so that the application sees what the rule does not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EvasionTest {
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
    Rule.named("login").path("/login").methods("POST").limit(0, Site.WINDOW).build(),
    Rule.named("files").path("/files/**").methods("GET").limit(0, Site.WINDOW).build(),
    Rule.named("users").path("/users/*").methods("GET").limit(0, Site.WINDOW).build(),
    Rule.named("carts")
        .path("/carts/*/items")
        .methods("GET")
        .limit(0, Site.WINDOW)
        .build(),
  };

  private final Site strict = Site.of(RULES);
  private final Site lenient = Site.lenient(RULES);
  private final List<Site> sites = List.of(strict, lenient, Site.undecoded(RULES));

  @BeforeAll
  void theSitesAnswer() throws IOException {
    for (Site site : sites) {
      try (Wire wire = new Wire(site.port())) {
        assertThat(wire.send("POST", "/free", "", "").status()).isEqualTo(200);
      }
    }
  }

  @AfterAll
  void stop() {
    sites.forEach(Site::close);
  }

  @ParameterizedTest
  @DisplayName("However its path is written, a request for /login does not get past its rule")
  @FieldSource("LOGINS")
  void loginDoesNotGetPastItsRule(String target) throws IOException {
    for (Site site : sites) {
      int before = site.calls();
      try (Wire wire = new Wire(site.port())) {
        Reply reply = wire.send("POST", target, "", "");

        // A container may refuse the path itself.
        assertThat(reply.status()).isIn(400, 429);
        assertThat(site.calls()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @DisplayName(
      "What looks like /login gets past its rule only if the application sees something else")
  @ValueSource(strings = {"/%u006cogin", "/login%00", "/login%20", "/login%ff", "/%256cogin"})
  void whatLooksLikeLoginIsSomethingElse(String target) throws IOException {
    for (Site site : sites) {
      try (Wire wire = new Wire(site.port())) {
        Reply reply = wire.send("POST", target, "", "");

        assertThat(reply.status()).isIn(200, 400, 429);
        assertThat(reply.body()).isNotEqualTo("POST /login");
        assertThat(reply.body().startsWith("POST /")).isEqualTo(reply.status() == 200);
      }
    }
  }

  @ParameterizedTest
  @DisplayName(
      "A name that begins with a semicolon is a name, and does not get past a rule for any")
  @ValueSource(
      strings = {
        "/users/%3Bx",
        "/users/%3b",
        "/users/%3Bann;y",
        "/users/%3B;y",
        "/carts/%3Bx/items",
        "/carts/%3B/items;y",
      })
  void namesWithSemicolonsDoNotGetPastTheirRule(String target) throws IOException {
    for (Site site : sites) {
      try (Wire wire = new Wire(site.port())) {
        assertThat(wire.send("GET", target, "", "").status()).isIn(400, 429);
      }
    }
  }

  @ParameterizedTest
  @DisplayName("A path that some frameworks take for one below /files does not get past its rule")
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
  void filesDoNotGetPastTheirRule(String target) throws IOException {
    for (Site site : sites) {
      int before = site.calls();
      try (Wire wire = new Wire(site.port())) {
        assertThat(wire.send("GET", target, "", "").status()).isIn(400, 429);
        assertThat(site.calls()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @DisplayName("A method in another case, or HEAD for GET, does not get past its rule")
  @ValueSource(strings = {"GET", "get", "Get", "HEAD", "head"})
  void aMethodDoesNotGetPastItsRule(String method) throws IOException {
    int before = strict.calls();
    try (Wire wire = new Wire(strict.port())) {
      assertThat(wire.send(method, "/files/a", "", "").status()).isIn(400, 429);
    }
    assertThat(strict.calls()).isEqualTo(before);
  }

  @Test
  @DisplayName("What is decoded once is not decoded again: another path is another path")
  void anotherPathIsAnotherPath() throws IOException {
    try (Wire wire = new Wire(lenient.port())) {
      assertThat(wire.send("POST", "/%256cogin", "", "").status()).isEqualTo(200);
      assertThat(wire.send("POST", "/LOGIN", "", "").status()).isEqualTo(200);
      assertThat(wire.send("POST", "/login2", "", "").status()).isEqualTo(200);
    }
  }
}
