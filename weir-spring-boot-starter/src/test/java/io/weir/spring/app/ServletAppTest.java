// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServletAppTest {
  private RunningApp app;

  @BeforeEach
  void start() {
    app = RunningApp.servlet(
        ShopApp.class,
        "weir.web.rules[0].name=login",
        "weir.web.rules[0].path=/login",
        "weir.web.rules[0].methods=post",
        "weir.web.rules[0].limit=2",
        "weir.web.rules[0].duration=30d",
        "weir.web.rules[1].name=cart",
        "weir.web.rules[1].path=/cart/**",
        "weir.web.rules[1].identifier=principal",
        "weir.web.rules[1].limit=1",
        "weir.web.rules[1].duration=30d",
        "weir.web.rules[1].unidentified=skip",
        "weir.web.trusted-proxies=10.0.0.0/8");
  }

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void rulesApplyByPathAndMethod() {
    assertThat(app.post("/login").statusCode()).isEqualTo(200);
    assertThat(app.post("/login").statusCode()).isEqualTo(200);
    assertThat(app.post("/login").statusCode()).isEqualTo(429);

    assertThat(app.get("/login").statusCode()).isEqualTo(200);
    assertThat(app.get("/hello").statusCode()).isEqualTo(200);
    assertThat(app.get("/hello").headers().firstValue("RateLimit")).isEmpty();
  }

  @Test
  void suspendedRequestsAreCountedOnce() {
    assertThat(app.post("/login", "X-Suspend", "yes").statusCode()).isEqualTo(200);
    assertThat(app.post("/login", "X-Suspend", "yes").statusCode()).isEqualTo(200);
    assertThat(app.post("/login", "X-Suspend", "yes").statusCode()).isEqualTo(429);
  }

  @Test
  void anAdmittedRequestHasRateLimitHeaders() {
    HttpResponse<String> answer = app.post("/login");

    assertThat(answer.body()).isEqualTo("welcome");
    assertThat(header(answer, "RateLimit-Policy")).isEqualTo("\"login\";q=2;w=2592000");
    assertThat(header(answer, "RateLimit")).startsWith("\"login\";r=1;t=");
    assertThat(header(answer, "X-RateLimit-Limit")).isEqualTo("2");
    assertThat(header(answer, "X-RateLimit-Remaining")).isEqualTo("1");
    assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void aRefusedRequestGetsAProblemAndRetryAfter() {
    app.post("/login");
    app.post("/login");

    HttpResponse<String> answer = app.post("/login");

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(Long.parseLong(header(answer, "Retry-After"))).isPositive();
    assertThat(header(answer, "X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(answer.body()).contains("\"status\":429", "\"policy\":\"login\"", "\"retryAfter\":");
  }

  @Test
  void rulesByPrincipalCountEachUser() {
    assertThat(app.get("/cart", "X-User", "ann").statusCode()).isEqualTo(200);
    assertThat(app.get("/cart", "X-User", "ann").statusCode()).isEqualTo(429);
    assertThat(app.get("/cart", "X-User", "bob").statusCode()).isEqualTo(200);
    assertThat(app.statuses(3, "/cart")).containsOnly(200);
  }

  @Test
  void aForgedForwardedForIsIgnored() {
    for (int i = 0; i < 2; i++) {
      assertThat(app.post("/login", "X-Forwarded-For", "203.0.113." + i).statusCode())
          .isEqualTo(200);
    }

    assertThat(app.post("/login", "X-Forwarded-For", "203.0.113.9").statusCode())
        .isEqualTo(429);
    assertThat(app.post("/login", "X-Forwarded-For", "10.0.0.1, 203.0.113.8").statusCode())
        .isEqualTo(429);
  }

  @Test
  void expressionsGiveTheKeyAndTheCost() {
    assertThat(app.get("/report?user=ann&pages=7").body()).isEqualTo("ann reads 7");

    HttpResponse<String> refused = app.get("/report?user=ann&pages=4");

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(header(refused, "RateLimit-Policy")).isEqualTo("\"report\";q=10;w=2592000");
    assertThat(Long.parseLong(header(refused, "Retry-After"))).isPositive();
    assertThat(refused.body()).contains("\"policy\":\"report\"");
    assertThat(app.get("/report?user=ann&pages=3").statusCode()).isEqualTo(200);
    assertThat(app.get("/report?user=bob&pages=10").statusCode()).isEqualTo(200);
  }

  @Test
  void aCallAboveTheLimitHasNoRetryAfter() {
    HttpResponse<String> refused = app.get("/report?user=ann&pages=11");

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
    assertThat(refused.body()).contains("Retrying does not help");
  }

  @Test
  void aFallbackMethodAnswersARefusedCall() {
    assertThat(app.get("/prices").body()).isEqualTo("new prices");
    assertThat(app.get("/prices").body()).isEqualTo("old prices, since Shop.prices allows 1");
  }

  @Test
  void aRefusedFutureAnswers429() {
    assertThat(app.get("/later").body()).isEqualTo("done");
    assertThat(app.get("/later").statusCode()).isEqualTo(429);
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("none");
  }
}
