// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class ActuatorTest {
  private static final String[] RULE = {
    "weir.web.rules[0].name=hello",
    "weir.web.rules[0].path=/hello",
    "weir.web.rules[0].methods=GET",
    "weir.web.rules[0].limit=3",
    "weir.web.rules[0].duration=30d"
  };

  private static RunningApp app(String... properties) {
    String[] all = new String[RULE.length + properties.length];
    System.arraycopy(RULE, 0, all, 0, RULE.length);
    System.arraycopy(properties, 0, all, RULE.length, properties.length);
    return RunningApp.servlet(ShopApp.class, all);
  }

  @Test
  void theEndpointShowsModeRulesAndCounts() {
    try (RunningApp app = app()) {
      app.statuses(5, "/hello");
      app.get("/prices");

      String report = app.get("/actuator/weir").body();

      assertThat(report)
          .contains("\"mode\":\"embedded\"")
          .contains("\"degraded\":false")
          .contains("\"name\":\"hello\",\"path\":[\"/hello\"],\"methods\":[\"GET\"],"
              + "\"identifier\":[\"ip\"],\"limit\":3,\"duration\":\"2592000s\",\"cost\":1")
          .contains("{\"name\":\"Shop.prices\",\"limit\":1,\"duration\":\"2592000s\"}")
          .contains("\"hello\":{\"allowed\":3,\"refused\":2,\"fallback\":0,\"error\":0}")
          .contains("\"Shop.prices\":{\"allowed\":1,\"refused\":0");
    }
  }

  @Test
  void metricsCountByRuleOutcomeAndSource() {
    try (RunningApp app = app()) {
      app.statuses(4, "/hello");
      Ratelimit limiter = app.context().getBean(Ratelimit.class);
      limiter.limit("somebody");
      limiter.in("made-up", Limit.of(5, "60s")).limit("somebody");

      assertThat(app.get("/actuator/metrics/weir.checks?tag=rule:hello&tag=outcome:allowed"
                  + "&tag=source:limiter")
              .body())
          .contains("\"value\":3.0");
      assertThat(app.get("/actuator/metrics/weir.checks?tag=rule:hello&tag=outcome:refused")
              .body())
          .contains("\"value\":1.0");
      assertThat(app.get("/actuator/metrics/weir.checks?tag=rule:shop").body())
          .contains("\"value\":1.0");
      assertThat(app.get("/actuator/metrics/weir.checks?tag=rule:other").body())
          .contains("\"value\":1.0");
      assertThat(app.get("/actuator/metrics/weir.checks").body()).doesNotContain("made-up");
      assertThat(app.get("/actuator/metrics/weir.subjects").body()).contains("\"value\":3.0");
    }
  }

  @Test
  void noEndpointShowsAPassword() {
    // No server listens on this port: only the reported text matters.
    try (RunningApp app = app("weir.embedded.redis=redis://reader:hush-hush@127.0.0.1:1")) {
      // env and configprops show or hide all values alike, which Actuator's own properties
      // configure.
      String[] paths = {"weir", "health", "metrics", "beans", "conditions"};
      for (String path : paths) {
        assertThat(app.get("/actuator/" + path).body()).as(path).doesNotContain("hush-hush");
      }
      assertThat(app.get("/actuator/weir").body()).contains("\"stores\":{\"redis\":false}");
    }
  }

  @Test
  void requestsAreDegradedWhileRedisIsUnavailable() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RunningApp app = app("weir.embedded.redis=" + redis.uri())) {
      assertThat(app.get("/hello").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/health").body())
          .contains("\"weir\":{", "\"degraded\":false", "\"redis\":\"available\"");

      redis.kill();

      Eventually.until(() -> app.get("/actuator/health").body(), () -> {
        app.get("/hello", "X-Any", UUID.randomUUID().toString());
        return app.get("/actuator/health").body().contains("\"redis\":\"unavailable\"");
      });
      assertThat(app.get("/actuator/health").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/health").body())
          .contains("\"degraded\":true", "\"status\":\"DEGRADED\"")
          .startsWith("{")
          .doesNotContain("DOWN");
      assertThat(app.get("/actuator/weir").body()).contains("\"degraded\":true");
      assertThat(
              app.get("/actuator/metrics/weir.store.available?tag=store:redis").body())
          .contains("\"value\":0.0");
      // The limit is still enforced, by this process's own counts.
      assertThat(app.statuses(3, "/hello")).endsWith(429);
      assertThat(app.get("/report?user=ann&pages=1").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/metrics/weir.checks?tag=rule:report&tag=source:degraded")
              .body())
          .contains("\"value\":1.0");
    }
  }

  @Test
  void twoApplicationsOnOneRedisShareALimit() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RunningApp one = app("weir.embedded.redis=" + redis.uri());
        RunningApp two = app("weir.embedded.redis=" + redis.uri())) {
      assertThat(one.statuses(3, "/hello")).containsOnly(200);

      // A look spends nothing: by its own counts the second application would never use up the
      // limit.
      Ratelimit look = two.context().getBean(Ratelimit.class).in("hello", Limit.of(3, "30d"));
      Eventually.until(
          "the second application does not hear of the first",
          () -> look.limit("127.0.0.1", 0).remaining() == 0);
      assertThat(two.get("/hello").statusCode()).isEqualTo(429);
    }
  }
}
