// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.weir.spring.rig.FluxApp;
import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class FailingLimiterTest {
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
    });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String[] properties(String path) {
    return new String[] {
      "weir.server.url=http://127.0.0.1:" + server.getAddress().getPort(),
      "weir.server.root-key=wrong",
      "weir.server.verify-key=false",
      "weir.web.rules[0].name=rule",
      "weir.web.rules[0].path=" + path,
      "weir.web.rules[0].limit=1",
      "weir.web.rules[0].duration=30d"
    };
  }

  private static void assertSameAnswer(HttpResponse<String> filter, HttpResponse<String> call) {
    assertThat(call.statusCode()).isEqualTo(503).isEqualTo(filter.statusCode());
    assertThat(call.body()).contains("\"status\":503").isEqualTo(filter.body());
    for (String header : new String[] {"Content-Type", "Retry-After"}) {
      assertThat(call.headers().firstValue(header))
          .isPresent()
          .isEqualTo(filter.headers().firstValue(header));
    }
  }

  @Test
  void annotatedMethodsAnswer503AndLogOnce(CapturedOutput output) {
    try (RunningApp app = RunningApp.servlet(ShopApp.class, properties("/hello"))) {
      assertSameAnswer(app.get("/hello"), app.get("/report?user=ann&pages=1"));
      assertSameAnswer(app.get("/hello"), app.get("/later"));
      assertThat(output).containsOnlyOnce("RefusalAdvice");
    }
  }

  @Test
  void annotatedWebFluxMethodsAnswer503() {
    try (RunningApp app = RunningApp.reactive(FluxApp.class, properties("/feed"))) {
      assertSameAnswer(app.get("/feed"), app.get("/one?user=ann"));
    }
  }
}
