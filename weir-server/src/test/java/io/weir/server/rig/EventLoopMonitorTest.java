// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.http.Endpoint;
import io.weir.server.http.HttpFrontend;
import io.weir.server.http.Routes;
import io.weir.server.http.ServerResponse;
import io.weir.time.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class EventLoopMonitorTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static ServerResponse answer(long busyMillis) {
    long end = THREADS.getCurrentThreadCpuTime() + busyMillis * 1_000_000;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    return ServerResponse.ok("{}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void detectsARequestOver50Milliseconds() {
    EventLoopMonitor watch = new EventLoopMonitor();
    Routes routes = new Routes(
        "",
        Map.of(
            "/quick", Endpoint.get("quick", head -> answer(2)),
            "/slow", Endpoint.get("slow", head -> answer(80))));
    HttpFrontend.FrontendOptions frontendOptions =
        new HttpFrontend.FrontendOptions(watch, NanoClock.system(), 1, Long.MAX_VALUE);
    try (HttpFrontend httpFrontend = HttpFrontend.open(
        new ListenSettings("127.0.0.1", 0, ""), ServerLimits.DEFAULT, routes, frontendOptions)) {
      watch.begin(httpFrontend.port());
      try (RawSocket rawSocket = new RawSocket(httpFrontend.port())) {
        get(rawSocket, "/quick");
        watch.assertNotBlockedBy(() -> {
          for (int i = 0; i < 100; i++) {
            get(rawSocket, "/quick");
          }
        });
        assertThatThrownBy(() -> watch.assertNotBlockedBy(() -> {
              get(rawSocket, "/slow");
              get(rawSocket, "/quick");
            }))
            .hasMessageContaining("without looking after others");
        get(rawSocket, "/slow");
        get(rawSocket, "/quick");
      }

      assertThat(watch.worstMillis()).isGreaterThanOrEqualTo(80);
      assertThatThrownBy(watch::close).hasMessageContaining("without looking after others");
    }
  }

  @Test
  void detectsABlockedRequest() {
    EventLoopMonitor watch = new EventLoopMonitor();
    CountDownLatch seen = new CountDownLatch(1);
    Routes routes = new Routes(
        "",
        Map.of(
            "/quick", Endpoint.get("quick", head -> answer(0)),
            "/waiting", Endpoint.get("waiting", head -> answerAfter(seen))));
    HttpFrontend.FrontendOptions frontendOptions =
        new HttpFrontend.FrontendOptions(watch, NanoClock.system(), 1, Long.MAX_VALUE);
    try (HttpFrontend httpFrontend = HttpFrontend.open(
        new ListenSettings("127.0.0.1", 0, ""), ServerLimits.DEFAULT, routes, frontendOptions)) {
      watch.begin(httpFrontend.port());
      try (RawSocket rawSocket = new RawSocket(httpFrontend.port())) {
        watch.assertNotBlockedBy(() -> get(rawSocket, "/quick"));
        rawSocket.send(RawSocket.look("/waiting"));
        TestApiServer.await(
            "it is seen", () -> watch.worstWaitMillis() > EventLoopMonitor.MAX_MILLIS);
        seen.countDown();
        assertThat(rawSocket.read().status()).isEqualTo(200);
      }

      assertThatThrownBy(watch::close).hasMessageContaining("an event loop waited at");
    }
  }

  private static ServerResponse answerAfter(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer(0);
  }

  private static void get(RawSocket rawSocket, String path) {
    rawSocket.send(RawSocket.look(path));
    assertThat(rawSocket.read().status()).isEqualTo(200);
  }
}
