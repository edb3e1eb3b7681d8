// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import static io.weir.web.servlet.TestSite.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.web.IdentifierSource;
import io.weir.web.Rule;
import io.weir.web.TrustedProxies;
import io.weir.web.servlet.RawConnection.RawReply;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatelimitFilterTest {
  private static final Rule LOGIN =
      Rule.named("login").path("/login").methods("POST").limit(2, WINDOW).build();

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aRuleAppliesToItsPathAndMethods() throws Exception {
    try (TestSite testSite = TestSite.of(LOGIN)) {
      assertThat(post(testSite, "/login").statusCode()).isEqualTo(200);
      assertThat(post(testSite, "/login").statusCode()).isEqualTo(200);
      assertThat(post(testSite, "/login").statusCode()).isEqualTo(429);

      assertThat(get(testSite, "/login").statusCode()).isEqualTo(200);
      assertThat(post(testSite, "/other").statusCode()).isEqualTo(200);
      assertThat(post(testSite, "/other").headers().map().keySet())
          .noneMatch(name -> name.contains("ratelimit"));
      assertThat(testSite.callCount()).isEqualTo(5);
    }
  }

  @Test
  void aRefusalBeforeTheBodyClosesTheConnection() throws IOException {
    Rule closed = Rule.named("closed").limit(0, WINDOW).build();
    try (TestSite testSite = TestSite.of(closed);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      RawConnection.RawReply refused =
          rawConnection.send("POST", "/login", "Content-Length: 4\r\n", "");

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.body()).contains("Too Many Requests");
      assertThat(refused.headers()).containsEntry("connection", "close");
    }
  }

  @Test
  void pathsAreRelativeToTheApplication() throws Exception {
    try (TestSite testSite = TestSite.at("/shop", LOGIN)) {
      post(testSite, "/shop/login");
      post(testSite, "/shop/login");

      assertThat(post(testSite, "/shop/login").statusCode()).isEqualTo(429);
      assertThat(post(testSite, "/shop/%6cogin").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void anUndecodedPathIsLeftToTheApplication() throws IOException {
    Rule rule = Rule.named("files").path("/files/**").limit(1, WINDOW).build();
    try (TestSite testSite = TestSite.undecoded(rule);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      assertThat(rawConnection.send("GET", "/a%2fb", "", "").body()).isEqualTo("GET /a%2fb");
      assertThat(rawConnection.send("GET", "/files/a%2fb", "", "").status()).isEqualTo(200);
      assertThat(rawConnection.send("GET", "/files%2fa", "", "").status()).isEqualTo(429);
    }
  }

  @Test
  void answersHaveLimitHeadersAndRefusalsAProblem() throws Exception {
    try (TestSite testSite = TestSite.of(LOGIN)) {
      HttpResponse<String> admitted = post(testSite, "/login");
      assertThat(admitted.body()).isEqualTo("POST /login");
      assertThat(header(admitted, "RateLimit-Policy")).isEqualTo("\"login\";q=2;w=2592000");
      assertThat(header(admitted, "RateLimit")).matches("\"login\";r=1;t=[0-9]+");
      assertThat(header(admitted, "X-RateLimit-Limit")).isEqualTo("2");
      assertThat(header(admitted, "X-RateLimit-Remaining")).isEqualTo("1");
      assertThat(header(admitted, "X-RateLimit-Reset")).matches("[0-9]{13}");
      assertThat(admitted.headers().firstValue("Retry-After")).isEmpty();
      post(testSite, "/login");

      HttpResponse<String> refused = post(testSite, "/login");

      assertThat(refused.statusCode()).isEqualTo(429);
      String retryAfter = header(refused, "Retry-After");
      assertThat(Long.parseLong(retryAfter)).isPositive();
      assertThat(header(refused, "X-RateLimit-Remaining")).isEqualTo("0");
      assertThat(header(refused, "RateLimit")).startsWith("\"login\";r=0;t=");
      assertThat(header(refused, "Content-Type")).startsWith("application/problem+json");
      assertThat(header(refused, "Content-Length"))
          .isEqualTo(String.valueOf(refused.body().length()));
      assertThat(refused.body())
          .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
              + "\"detail\":\"Rate limit exceeded. Try again later.\",\"policy\":\"login\","
              + "\"retryAfter\":" + retryAfter + '}');
    }
  }

  @Test
  void aRefusedHeadRequestHasNoBody() throws IOException {
    Rule rule = Rule.named("get").methods("GET").limit(0, WINDOW).build();
    try (TestSite testSite = TestSite.of(rule);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      RawReply head = rawConnection.send("HEAD", "/x", "", "");
      RawReply get = rawConnection.send("GET", "/x", "", "");

      assertThat(head.status()).isEqualTo(429);
      assertThat(get.status()).isEqualTo(429);
      assertThat(get.body()).startsWith("{\"type\"").endsWith("}");
      assertThat(head.headers())
          .containsEntry("content-length", String.valueOf(get.body().length()));
      assertThat(testSite.callCount()).isZero();
    }
  }

  @Test
  void theConnectionStaysUsableAfterARefusedBody() throws IOException {
    try (TestSite testSite = TestSite.of(LOGIN);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      String body = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
      rawConnection.send("POST", "/login", "", body);
      rawConnection.send("POST", "/login", "", body);

      assertThat(rawConnection.send("POST", "/login", "", body).status()).isEqualTo(429);
      assertThat(rawConnection.send("GET", "/next", "", "").body()).isEqualTo("GET /next");
    }
  }

  @Test
  void aForgedHeaderChangesNothing() throws IOException {
    try (TestSite testSite = TestSite.of(LOGIN);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        String forged = "X-Forwarded-For: 198.51.100." + i + "\r\nForwarded: for=198.51.100." + i
            + "\r\nX-Real-IP: 198.51.100." + i + "\r\n";
        statuses.add(rawConnection.send("POST", "/login", forged, "").status());
      }

      assertThat(statuses).containsExactly(200, 200, 429, 429, 429);
    }
  }

  @Test
  void clientsAreDistinguishedBehindATrustedProxy() throws IOException {
    Rule rule = Rule.named("login")
        .identifiedBy(IdentifierSource.ip(TrustedProxies.of("127.0.0.1")))
        .limit(1, WINDOW)
        .build();
    try (TestSite testSite = TestSite.of(rule);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      List<Integer> attacker = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String lines =
            "X-Forwarded-For: 198.51.100." + i + "\r\nx-forwarded-for: 192.0.2.1, 203.0.113.66\r\n";
        attacker.add(rawConnection.send("GET", "/", lines, "").status());
      }
      RawReply other = rawConnection.send("GET", "/", "X-Forwarded-For: 203.0.113.67\r\n", "");
      RawReply forged =
          rawConnection.send("GET", "/", "X-Forwarded-For: 203.0.113.67, unknown\r\n", "");

      assertThat(attacker).containsExactly(200, 429, 429);
      assertThat(other.status()).isEqualTo(200);
      // Junk at the right end: the request counts for the proxy itself.
      assertThat(forged.status()).isEqualTo(200);
      assertThat(forged.headers()).containsEntry("x-ratelimit-remaining", "0");
    }
  }

  @Test
  void usersHaveSeparateLimitsAndRulesCountTogether() throws IOException {
    Rule user = Rule.named("user")
        .identifiedBy(IdentifierSource.principal())
        .limit(1, WINDOW)
        .unidentified(Rule.Unidentified.REFUSE)
        .build();
    Rule all = Rule.named("all").limit(3, WINDOW).build();
    try (TestSite testSite = TestSite.of(all, user);
        RawConnection rawConnection = new RawConnection(testSite.port())) {
      assertThat(rawConnection.send("GET", "/", "Test-User: alice\r\n", "").status())
          .isEqualTo(200);
      for (int i = 0; i < 5; i++) {
        assertThat(rawConnection.send("GET", "/", "Test-User: alice\r\n", "").status())
            .isEqualTo(429);
        assertThat(rawConnection.send("GET", "/", "", "").status()).isEqualTo(429);
      }

      RawReply bob = rawConnection.send("GET", "/", "Test-User: bob\r\n", "");

      assertThat(bob.status()).isEqualTo(200);
      assertThat(bob.headers().get("ratelimit"))
          .startsWith("\"all\";r=1;")
          .contains("\"user\";r=0;");
    }
  }

  @Test
  void aFailingLimiterAnswers503() throws Exception {
    try (TestSite testSite = TestSite.of(LOGIN)) {
      testSite.failLimiter();

      HttpResponse<String> answer = post(testSite, "/login");

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(header(answer, "Retry-After")).isEqualTo("1");
      assertThat(header(answer, "Content-Type")).startsWith("application/problem+json");
      assertThat(testSite.callCount()).isZero();
    }
  }

  @Test
  void nonHttpRequestsPass() throws Exception {
    ServletRequest request = empty(ServletRequest.class);
    ServletResponse response = empty(ServletResponse.class);
    List<Object> passed = new ArrayList<>();

    new RatelimitFilter()
        .doFilter(request, response, (one, two) -> passed.addAll(List.of(one, two)));

    assertThat(passed).hasSize(2);
  }

  @Test
  void aFilterWithoutLimitsDoesNotStart() {
    FilterConfig config = (FilterConfig) Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {FilterConfig.class},
        (proxy, method, arguments) -> empty(ServletContext.class));

    assertThatThrownBy(() -> new RatelimitFilter().init(config))
        .isInstanceOf(ServletException.class)
        .hasMessageContaining(RatelimitFilter.LIMITS);
  }

  private static <T> T empty(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> switch (method.getName()) {
          case "hashCode" -> 1;
          case "equals" -> false;
          default -> null;
        }));
  }

  private HttpResponse<String> get(TestSite testSite, String path) throws Exception {
    return client.send(HttpRequest.newBuilder(testSite.uri(path)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(TestSite testSite, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(testSite.uri(path))
            .POST(BodyPublishers.ofString("body"))
            .build(),
        BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElseThrow();
  }
}
