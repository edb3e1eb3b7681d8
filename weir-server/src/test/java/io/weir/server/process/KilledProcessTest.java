// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class KilledProcessTest {
  private static final String WRITES =
      "weir_ratelimit_origin_operations_total{operation=\"publish\"}";
  private static final long LIMIT = 1_000_000;

  @TempDir
  private Path folder;

  @Test
  void losesOnlyCountsAfterTheLastWrite() {
    WeirCommandLine weirCommandLine = WeirCommandLine.serve("--data", folder.toString());
    String key;
    String second;
    long admitted;
    try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
      key = server.rootKey();
      RawHttpClient rawHttpClient = ServerCalls.wire(server, key);
      overrideVip(rawHttpClient);
      second = ServerCalls.createKey("--data", folder.toString()).plain();
      server.withSecrets(second);
      spendAndAwaitWrite(server, rawHttpClient, 100);
      // The first write may have begun before the spending. The next one began after it.
      spendAndAwaitWrite(server, rawHttpClient, 1);

      String body = ServerCalls.limitBody("lines/all", LIMIT);
      try (ClientLoad clientLoad =
          new ClientLoad(server, new ClientLoad.LoadPattern(second, body, 0), 4)) {
        clientLoad.awaitMore(200);
        server.kill();
        clientLoad.join();
        // Each client may have sent one more request and not received the response.
        admitted = 101 + clientLoad.admitted() + 4;
      }
    }

    try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(key, second)) {
      assertThat(server.line("root-key ")).isEmpty();
      RawHttpClient rawHttpClient = ServerCalls.wire(server, second);
      assertThat(ServerCalls.overrideOf(rawHttpClient, "lines/vip")).isEqualTo(2L);
      Eventually.until(
          () -> "of 100 that were written, there are " + spent(rawHttpClient),
          () -> spent(rawHttpClient) >= 100);
      assertThat(spent(rawHttpClient)).isBetween(100L, admitted);
      assertThat(
              ServerCalls.limit(ServerCalls.wire(server, key), "lines/vip", 10).number("limit"))
          .isEqualTo(2);
    }
  }

  private static void overrideVip(RawHttpClient rawHttpClient) {
    assertThat(ServerCalls.setOverride(rawHttpClient, "lines/vip", 2).status())
        .as("no namespace")
        .isEqualTo(404);
    assertThat(ServerCalls.limit(rawHttpClient, "lines/vip", 10).passed()).isTrue();
    assertThat(ServerCalls.setOverride(rawHttpClient, "lines/vip", 2).status()).isEqualTo(200);
  }

  private static long spent(RawHttpClient rawHttpClient) {
    return ServerCalls.spent(rawHttpClient, "lines/all", LIMIT);
  }

  private static void spendAndAwaitWrite(
      WeirProcess server, RawHttpClient rawHttpClient, long units) {
    assertThat(ServerCalls.spend(rawHttpClient, "lines/all", LIMIT, units).passed())
        .isTrue();
    double before = server.metric(WRITES);
    Eventually.until(
        () -> "nothing is written: " + server.allOutput(), () -> server.metric(WRITES) > before);
  }
}
