// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class ServerFullDiskTest {
  private static final long LIMIT = 1_000_000;

  /** More changes than fit into the space that a database may have reserved. */
  private static final int MAX_CHANGES = 20_000;

  @TempDir
  private Path folder;

  /** Overrides whose change was confirmed. */
  private final Map<String, Long> confirmed = new LinkedHashMap<>();

  private long admitted;

  @Test
  void recoversWithoutARestartAndLosesNothingConfirmed() {
    Optional<SmallDisk> mounted = SmallDisk.mount(folder, "16m");
    assumeTrue(mounted.isPresent(), "this user may not mount a file system");
    try (SmallDisk disk = mounted.orElseThrow()) {
      WeirCommandLine weirCommandLine =
          WeirCommandLine.serve("--data", disk.folder("data").toString());
      String key;
      try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
        key = server.rootKey();
        RawHttpClient rawHttpClient = ServerCalls.wire(server, key);
        checks(rawHttpClient, 10);
        disk.fill();
        changeUntilRefused(rawHttpClient);
        checks(rawHttpClient, 50);

        disk.free();
        Eventually.until(
            () -> "changes are still refused: " + server.log(),
            () -> change(rawHttpClient, "lines/after").status() == 200);
        checks(rawHttpClient, 10);
        assertThat(ServerCalls.look(server, "/ready").status()).isEqualTo(200);
        Eventually.waitMillis(3_000); // counts are written once per second
        server.kill();
      }
      try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(key)) {
        assertNothingIsLost(server, ServerCalls.wire(server, key));
      }
    }
  }

  private void checks(RawHttpClient rawHttpClient, int count) {
    for (int i = 0; i < count; i++) {
      ApiReply apiReply = ServerCalls.limit(rawHttpClient, "lines/counted", LIMIT);
      assertThat(apiReply.status() == 200 && apiReply.passed())
          .as(apiReply.text())
          .isTrue();
      admitted++;
    }
  }

  private ApiReply change(RawHttpClient rawHttpClient, String subject) {
    long limit = confirmed.size();
    ApiReply apiReply = ServerCalls.setOverride(rawHttpClient, subject, limit);
    if (apiReply.status() == 200) {
      confirmed.put(subject, limit);
    }
    return apiReply;
  }

  private void changeUntilRefused(RawHttpClient rawHttpClient) {
    for (int i = 0; i < MAX_CHANGES; i++) {
      ApiReply apiReply = change(rawHttpClient, "lines/user-" + i);
      if (apiReply.status() != 200) {
        assertThat(apiReply.status()).as(apiReply.text()).isBetween(500, 503);
        assertThat(apiReply.problem()).isEqualTo("unkey/application/service_unavailable");
        return;
      }
    }
    throw new AssertionError("no change was refused on a full disk");
  }

  private void assertNothingIsLost(WeirProcess server, RawHttpClient rawHttpClient) {
    assertThat(server.line("root-key ")).isEmpty();
    Eventually.until(
        () ->
            "of " + admitted + " admitted, there are " + spent(rawHttpClient) + ": " + server.log(),
        () -> spent(rawHttpClient) == admitted);
    confirmed.forEach((subject, limit) ->
        assertThat(ServerCalls.overrideOf(rawHttpClient, subject)).as(subject).isEqualTo(limit));
  }

  private static long spent(RawHttpClient rawHttpClient) {
    return ServerCalls.spent(rawHttpClient, "lines/counted", LIMIT);
  }
}
