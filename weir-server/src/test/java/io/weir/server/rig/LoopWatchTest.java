// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.http.Endpoint;
import io.weir.server.http.Front;
import io.weir.server.http.ServerResponse;
import io.weir.server.http.Site;
import io.weir.time.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The watch over event loops")
final class LoopWatchTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static ServerResponse answer(long busyMillis) {
    long end = THREADS.getCurrentThreadCpuTime() + busyMillis * 1_000_000;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    return ServerResponse.ok("{}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("sees a request that uses more than 50 ms, and no fault in many that together do")
  void seesWhatTakesLong() {
    LoopWatch watch = new LoopWatch();
    Site site = new Site(
        "",
        Map.of(
            "/quick", Endpoint.get("quick", asking -> answer(2)),
            "/slow", Endpoint.get("slow", asking -> answer(80))));
    Front.Wiring wiring = new Front.Wiring(watch, NanoClock.system(), 1, Long.MAX_VALUE);
    try (Front front = Front.open(new Listen("127.0.0.1", 0, ""), Bounds.USUAL, site, wiring)) {
      watch.begin(front.port());
      try (Plug plug = new Plug(front.port())) {
        get(plug, "/quick");
        watch.assertNotBlockedBy(() -> {
          for (int i = 0; i < 100; i++) {
            get(plug, "/quick");
          }
        });
        assertThatThrownBy(() -> watch.assertNotBlockedBy(() -> {
              get(plug, "/slow");
              get(plug, "/quick");
            }))
            .hasMessageContaining("without looking after others");
        get(plug, "/slow");
        get(plug, "/quick");
      }

      assertThat(watch.worstMillis()).isGreaterThanOrEqualTo(80);
      assertThatThrownBy(watch::close).hasMessageContaining("without looking after others");
    }
  }

  @Test
  @DisplayName("sees a request that waits for something else, and uses no processor meanwhile")
  void seesWhatWaits() {
    LoopWatch watch = new LoopWatch();
    CountDownLatch seen = new CountDownLatch(1);
    Site site = new Site(
        "",
        Map.of(
            "/quick", Endpoint.get("quick", asking -> answer(0)),
            "/waiting", Endpoint.get("waiting", asking -> answerAfter(seen))));
    Front.Wiring wiring = new Front.Wiring(watch, NanoClock.system(), 1, Long.MAX_VALUE);
    try (Front front = Front.open(new Listen("127.0.0.1", 0, ""), Bounds.USUAL, site, wiring)) {
      watch.begin(front.port());
      try (Plug plug = new Plug(front.port())) {
        watch.assertNotBlockedBy(() -> get(plug, "/quick"));
        plug.send(Plug.look("/waiting"));
        ApiRig.await("it is seen", () -> watch.worstWaitMillis() > LoopWatch.MOST_MILLIS);
        seen.countDown();
        assertThat(plug.read().status()).isEqualTo(200);
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

  private static void get(Plug plug, String path) {
    plug.send(Plug.look(path));
    assertThat(plug.read().status()).isEqualTo(200);
  }
}
