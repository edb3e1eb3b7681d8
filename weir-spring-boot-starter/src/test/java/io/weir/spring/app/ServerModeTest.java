// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class ServerModeTest {
  private static RunningApp app(String url, String key, String fallback) {
    return RunningApp.servlet(
        ShopApp.class,
        "weir.server.url=" + url,
        "weir.server.root-key=" + key,
        "weir.server.fallback=" + fallback,
        "weir.web.rules[0].name=hello",
        "weir.web.rules[0].path=/hello",
        "weir.web.rules[0].limit=2",
        "weir.web.rules[0].duration=30d");
  }

  @Test
  void limitsAreSharedThroughTheServer() {
    try (WeirProcess server = WeirProcess.start(WeirCommandLine.serve())) {
      String key = server.rootKey();
      try (RunningApp one = app(server.url(), key, "refuse");
          RunningApp two = app(server.url(), key, "refuse")) {
        assertThat(one.get("/hello").statusCode()).isEqualTo(200);
        assertThat(two.get("/hello").statusCode()).isEqualTo(200);
        assertThat(one.get("/hello").statusCode()).isEqualTo(429);
        assertThat(one.get("/report?user=ann&pages=8").statusCode()).isEqualTo(200);
        assertThat(two.get("/report?user=ann&pages=8").statusCode()).isEqualTo(429);
        assertThat(one.get("/actuator/weir").body())
            .contains("\"mode\":\"server\"")
            .doesNotContain(key);
        assertThat(one.get("/actuator/configprops").body()).doesNotContain(key);
      }
    }
  }

  @Test
  void anUnreachableServerAnswers503OrLetsPass() {
    try (RunningApp strict = app("http://127.0.0.1:1", "key", "refuse");
        RunningApp lenient = app("http://127.0.0.1:1", "key", "allow")) {
      HttpResponse<String> refused = strict.get("/hello");

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(strict.get("/report?user=ann&pages=1").statusCode()).isEqualTo(503);
      assertThat(lenient.statuses(3, "/hello")).containsOnly(200);
      assertThat(lenient
              .get("/actuator/metrics/weir.checks?tag=rule:hello&tag=outcome:fallback")
              .body())
          .contains("\"value\":3.0");
    }
  }
}
