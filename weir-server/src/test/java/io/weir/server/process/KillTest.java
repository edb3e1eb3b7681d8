// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server on its own that is killed under load")
@Tag("integration")
final class KillTest {
  private static final String WRITES =
      "weir_ratelimit_origin_operations_total{operation=\"publish\"}";
  private static final long LIMIT = 1_000_000;

  @TempDir
  private Path folder;

  @Test
  @DisplayName(
      "comes back with its keys, namespaces and overrides, and with what was admitted up to the last write")
  void losesNoMoreThanItsLastMoments() {
    Launch launch = Launch.serve("--data", folder.toString());
    String key;
    String second;
    long admitted;
    try (ServerProcess server = ServerProcess.start(launch)) {
      key = server.rootKey();
      Wire wire = Calls.wire(server, key);
      overrideVip(wire);
      second = Calls.createKey("--data", folder.toString()).plain();
      server.keeping(second);
      spendAndAwaitWrite(server, wire, 100);
      // The first write may have begun before the spending. The next one began after it.
      spendAndAwaitWrite(server, wire, 1);

      String body = Calls.limitBody("lines/all", LIMIT);
      try (Load load = new Load(server, new Load.Habit(second, body, 0), 4)) {
        load.awaitMore(200);
        server.kill();
        load.join();
        // Each client may have asked for one more and not heard the answer.
        admitted = 101 + load.admitted() + 4;
      }
    }

    try (ServerProcess server = ServerProcess.start(launch).keeping(key, second)) {
      assertThat(server.line("root-key ")).isEmpty();
      Wire wire = Calls.wire(server, second);
      assertThat(Calls.overrideOf(wire, "lines/vip")).isEqualTo(2L);
      Eventually.until(
          () -> "of 100 that were written, there are " + spent(wire), () -> spent(wire) >= 100);
      assertThat(spent(wire)).isBetween(100L, admitted);
      assertThat(Calls.limit(Calls.wire(server, key), "lines/vip", 10).number("limit"))
          .isEqualTo(2);
    }
  }

  private static void overrideVip(Wire wire) {
    assertThat(Calls.setOverride(wire, "lines/vip", 2).status())
        .as("no namespace")
        .isEqualTo(404);
    assertThat(Calls.limit(wire, "lines/vip", 10).passed()).isTrue();
    assertThat(Calls.setOverride(wire, "lines/vip", 2).status()).isEqualTo(200);
  }

  private static long spent(Wire wire) {
    return Calls.spent(wire, "lines/all", LIMIT);
  }

  private static void spendAndAwaitWrite(ServerProcess server, Wire wire, long units) {
    assertThat(Calls.spend(wire, "lines/all", LIMIT, units).passed()).isTrue();
    double before = server.metric(WRITES);
    Eventually.until(
        () -> "nothing is written: " + server.said(), () -> server.metric(WRITES) > before);
  }
}
