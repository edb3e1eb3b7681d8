// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.spring.rig.FluxApp;
import io.weir.spring.rig.RunningApp;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class ReactiveRedisTest {

  private static RunningApp app(RedisServer redis) {
    return RunningApp.reactive(
        FluxApp.class,
        "weir.embedded.redis=" + redis.uri(),
        "weir.web.rules[0].name=user",
        "weir.web.rules[0].identifier=header:X-Key",
        "weir.web.rules[0].limit=2",
        "weir.web.rules[0].duration=30d");
  }

  @Test
  void limitedCodeMayWaitForTheLimiter() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RunningApp app = app(redis)) {
      for (int i = 0; i < 5; i++) {
        String path = "/plain?user=" + i;
        assertThat(app.statuses(2, path, "X-Key", "key-" + i)).containsExactly(200, 429);
      }

      assertThat(app.get("/actuator/metrics/weir.checks?tag=source:limiter").statusCode())
          .isEqualTo(200);
      assertThat(app.get("/actuator/metrics/weir.checks?tag=source:degraded").statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void twoApplicationsShareALimit() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RunningApp one = app(redis);
        RunningApp two = app(redis)) {
      assertThat(one.statuses(3, "/feed", "X-Key", "ann")).containsExactly(200, 200, 429);
      Ratelimit there = two.context().getBean(Ratelimit.class).in("user", Limit.of(2, "30d"));
      Eventually.until(
          "the other one has the count", () -> there.limit("ann", 0).remaining() == 0);

      assertThat(two.statuses(1, "/feed", "X-Key", "ann")).containsExactly(429);
    }
  }
}
