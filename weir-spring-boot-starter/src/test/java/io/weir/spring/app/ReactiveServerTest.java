// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.rig.FluxApp;
import io.weir.spring.rig.RunningApp;
import org.junit.jupiter.api.Test;

class ReactiveServerTest {
  /** Two servers are on the class path of these tests, but a management port expects one. */
  private static final String ONE_SERVER =
      "spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server."
          + "TomcatReactiveManagementContextAutoConfiguration";

  private static RunningApp app(String property) {
    return RunningApp.reactive(
        FluxApp.class,
        property,
        ONE_SERVER,
        "weir.web.rules[0].name=all",
        "weir.web.rules[0].limit=1",
        "weir.web.rules[0].duration=30d");
  }

  @Test
  void clientsAreIdentifiedByForwardedHeaders() {
    try (RunningApp app = app("server.forward-headers-strategy=framework")) {
      assertThat(app.statuses(2, "/feed", "X-Forwarded-For", "203.0.113.1"))
          .containsExactly(200, 429);
      assertThat(app.statuses(2, "/feed", "X-Forwarded-For", "203.0.113.2"))
          .containsExactly(200, 429);
      assertThat(app.statuses(2, "/feed", "X-Forwarded-For", "2001:db8::1"))
          .containsExactly(200, 429);
      assertThat(app.statuses(2, "/feed", "Forwarded", "for=\"[2001:db8:0:1::1]:47011\""))
          .containsExactly(200, 429);
    }
  }

  @Test
  void probesOnAManagementPortAreNotLimited() {
    try (RunningApp app = app("management.server.port=0")) {
      assertThat(app.managementStatuses(3, "/actuator/health")).containsOnly(200);
      assertThat(app.statuses(2, "/feed")).containsExactly(200, 429);
    }
  }
}
