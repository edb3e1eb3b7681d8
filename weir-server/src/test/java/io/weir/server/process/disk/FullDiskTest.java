// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.server.process.Calls;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@DisplayName("A server on its own whose disk is full for a while")
final class FullDiskTest {
  private static final long LIMIT = 1_000_000;

  /** More changes than fit into the space that a database may have set aside. */
  private static final int MOST_CHANGES = 20_000;

  @TempDir
  private Path folder;

  /** Overrides whose change was confirmed. */
  private final Map<String, Long> confirmed = new LinkedHashMap<>();

  private long admitted;

  @Test
  @DisplayName(
      "goes on checking, refuses changes, recovers without a restart, and loses nothing that it confirmed")
  void recovers() {
    Optional<SmallDisk> mounted = SmallDisk.mount(folder, "16m");
    assumeTrue(mounted.isPresent(), "this user may not mount a file system");
    try (SmallDisk disk = mounted.orElseThrow()) {
      Launch launch = Launch.serve("--data", disk.folder("data").toString());
      String key;
      try (ServerProcess server = ServerProcess.start(launch)) {
        key = server.rootKey();
        Wire wire = Calls.wire(server, key);
        checks(wire, 10);
        disk.fill();
        changeUntilRefused(wire);
        checks(wire, 50);

        disk.free();
        Eventually.until(
            () -> "changes are still refused: " + server.log(),
            () -> change(wire, "lines/after").status() == 200);
        checks(wire, 10);
        assertThat(Calls.look(server, "/ready").status()).isEqualTo(200);
        Eventually.letPass(3_000); // counts are written once per second
        server.kill();
      }
      try (ServerProcess server = ServerProcess.start(launch).keeping(key)) {
        assertNothingIsLost(server, Calls.wire(server, key));
      }
    }
  }

  private void checks(Wire wire, int count) {
    for (int i = 0; i < count; i++) {
      Reply reply = Calls.limit(wire, "lines/counted", LIMIT);
      assertThat(reply.status() == 200 && reply.passed()).as(reply.text()).isTrue();
      admitted++;
    }
  }

  private Reply change(Wire wire, String subject) {
    long limit = confirmed.size();
    Reply reply = Calls.setOverride(wire, subject, limit);
    if (reply.status() == 200) {
      confirmed.put(subject, limit);
    }
    return reply;
  }

  private void changeUntilRefused(Wire wire) {
    for (int i = 0; i < MOST_CHANGES; i++) {
      Reply reply = change(wire, "lines/user-" + i);
      if (reply.status() != 200) {
        assertThat(reply.status()).as(reply.text()).isBetween(500, 503);
        assertThat(reply.problem()).isEqualTo("unkey/application/service_unavailable");
        return;
      }
    }
    throw new AssertionError("no change was refused on a full disk");
  }

  private void assertNothingIsLost(ServerProcess server, Wire wire) {
    assertThat(server.line("root-key ")).isEmpty();
    Eventually.until(
        () -> "of " + admitted + " admitted, there are " + spent(wire) + ": " + server.log(),
        () -> spent(wire) == admitted);
    confirmed.forEach((subject, limit) ->
        assertThat(Calls.overrideOf(wire, subject)).as(subject).isEqualTo(limit));
  }

  private static long spent(Wire wire) {
    return Calls.spent(wire, "lines/counted", LIMIT);
  }
}
