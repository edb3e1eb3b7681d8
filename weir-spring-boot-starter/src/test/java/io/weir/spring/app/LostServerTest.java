// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class LostServerTest {
  private static RunningApp app(WeirProcess server) {
    return RunningApp.servlet(
        ShopApp.class,
        "weir.server.url=" + server.url(),
        "weir.server.root-key=" + server.rootKey(),
        "weir.server.timeout=2s",
        "weir.web.rules.hello.path=/hello",
        "weir.web.rules.hello.limit=1000",
        "weir.web.rules.hello.duration=30d",
        "weir.web.rules.hello.fallback=allow",
        "weir.web.rules.login.path=/login",
        "weir.web.rules.login.limit=1000",
        "weir.web.rules.login.duration=30d");
  }

  @Test
  void aStoppedServerShowsInHealthAndEachRuleFallsBack() {
    try (WeirProcess server = WeirProcess.start(WeirCommandLine.serve());
        RunningApp app = app(server)) {
      assertThat(app.get("/hello").statusCode()).isEqualTo(200);
      assertThat(app.post("/login").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/health/weir").body())
          .contains("\"status\":\"UP\"", "\"degraded\":false", "\"server\":\"available\"");
      assertThat(app.get("/actuator/weir").body()).contains("\"stores\":{\"server\":true}");

      server.kill();

      Eventually.until(
          () -> app.get("/actuator/health/weir").body(),
          () -> app.get("/actuator/health/weir").body().contains("\"status\":\"DEGRADED\""));
      assertThat(app.get("/actuator/health/weir").body())
          .contains("\"degraded\":true", "\"server\":\"unavailable\"", "\"reason\":\"");
      assertThat(app.get("/actuator/health/weir").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/health").statusCode()).isEqualTo(200);
      assertThat(app.get("/actuator/weir").body()).contains("\"degraded\":true");
      assertThat(
              app.get("/actuator/metrics/weir.store.available?tag=store:server").body())
          .contains("\"value\":0.0");
      assertThat(app.get("/hello").statusCode()).isEqualTo(200);
      assertThat(app.post("/login").statusCode()).isEqualTo(503);
    }
  }
}
