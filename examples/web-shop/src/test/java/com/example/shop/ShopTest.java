// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.engine.Engine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties =
        "weir.web.trusted-proxies=127.0.0.1") // so that each test can use its own addresses
class ShopTest {
  /** The start of a minute. Time stands still, so no window ends in the middle of a test. */
  private static final long NOW = System.currentTimeMillis() / 60_000 * 60_000;

  @TestConfiguration(proxyBeanMethods = false)
  static class FixedTime {
    @Bean
    Engine engine() {
      Engine engine = Engine.builder().clock(() -> NOW).build();
      engine.start();
      return engine;
    }

    @Bean
    Ratelimit ratelimit(Engine engine) {
      return EmbeddedRatelimit.builder()
          .namespace("web-shop")
          .limit(100, "60s")
          .engine(engine)
          .build();
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();

  @LocalServerPort
  private int port;

  @Test
  void refusesTheSixthLoginFromOneAddress() throws Exception {
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(login("10.0.0.1", "guest" + attempt, "tea").statusCode()).isEqualTo(200);
    }

    HttpResponse<String> sixth = login("10.0.0.1", "guest6", "tea");

    assertThat(sixth.statusCode()).isEqualTo(429);
    assertThat(sixth.body()).isEqualTo("""
        {"type":"about:blank","title":"Too Many Requests","status":429,\
        "detail":"Rate limit exceeded. Try again later.","policy":"login","retryAfter":61}""");
    assertThat(header(sixth, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(header(sixth, "Retry-After")).isEqualTo("61");
    assertThat(header(sixth, "RateLimit-Policy")).isEqualTo("\"login\";q=5;w=60");
    assertThat(header(sixth, "RateLimit")).startsWith("\"login\";r=0;t=");
    assertThat(header(sixth, "X-RateLimit-Limit")).isEqualTo("5");
    assertThat(header(sixth, "X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(header(sixth, "X-RateLimit-Reset")).isEqualTo(Long.toString(NOW + 60_000));
    assertThat(login("10.0.0.2", "guest6", "tea").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesTheFourthLoginToOneAccount() throws Exception {
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(login("10.0.1." + attempt, "alice", "coffee").statusCode()).isEqualTo(401);
    }

    HttpResponse<String> fourth = login("10.0.1.4", "Alice", "tea");

    assertThat(fourth.statusCode()).isEqualTo(429);
    assertThat(fourth.body()).contains("\"policy\":\"account\"");
    assertThat(login("10.0.1.5", "bob", "tea").body()).isEqualTo("Welcome, bob.\n");
  }

  @Test
  void eachCustomerHas20Requests() throws Exception {
    HttpResponse<String> first = get("/api/products", "carol");
    for (int request = 2; request <= 20; request++) {
      get("/api/products", "carol");
    }

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(header(first, "X-RateLimit-Remaining")).isEqualTo("19");
    assertThat(get("/api/products", "carol").statusCode()).isEqualTo(429);
    assertThat(get("/api/products", "dave").statusCode()).isEqualTo(200);
  }

  @Test
  void anExportCostsItsDaysAndFallsBackToACopy() throws Exception {
    assertThat(get("/api/export?period=YEAR", "erin").body()).contains("the database");
    assertThat(get("/api/export?period=MONTH", "erin").body()).contains("the database");

    HttpResponse<String> third = get("/api/export?period=MONTH", "erin");

    assertThat(third.statusCode()).isEqualTo(200);
    assertThat(third.body()).contains("last night's copy");
    assertThat(get("/api/export?period=DAY", "erin").body()).contains("the database");
  }

  private HttpResponse<String> login(String address, String name, String password)
      throws IOException, InterruptedException {
    return send(request("/login")
        .header("X-Forwarded-For", address)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString("name=" + name + "&password=" + password)));
  }

  private HttpResponse<String> get(String path, String customer)
      throws IOException, InterruptedException {
    return send(request(path).header("X-Api-Key", customer));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
