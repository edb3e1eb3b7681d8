// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.Worker;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server again and again on one folder. The first one has to be older than a minute: some databases reuse
 * space only then. For longer: {@code -Dweir.crash.minutes=60}, with another {@code -Dweir.crash.seed}.
 */
@Tag("slow")
@DisplayName("A server on its own that is killed at any time")
final class LoneServerCrashTest {
  private static final long SEED = Long.getLong("weir.crash.seed", 1);
  private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("weir.crash.minutes", 0));
  private static final int SHORT_ROUNDS = 3;
  private static final int SPENDERS = 3;
  private static final long OLD_MILLIS = 62_000;
  private static final long CALM_MILLIS = 8_000;
  private static final long CALM_PAUSE_MILLIS = 200;

  @TempDir
  private Path folder;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final NanoClock clock = NanoClock.system();
  private final Spending spending = new Spending();
  private final List<String> lost = new ArrayList<>();

  @Test
  @DisplayName("comes back with every confirmed change, and with all counts but the last second's")
  void losesNothingConfirmed() {
    OverrideChanges overrides = new OverrideChanges(random.split());
    KeyChanges keys = new KeyChanges(random.split(), folder);
    String key = firstKey();
    long began = clock.nanoTime();
    int rounds = 0;
    while (rounds <= SHORT_ROUNDS || clock.nanoTime() - began < LENGTH.toNanos()) {
      boolean old = rounds == 0 || (rounds > SHORT_ROUNDS && random.nextInt(3) == 0);
      long ageMillis =
          old ? random.nextLong(OLD_MILLIS + 1, 70_000) : random.nextLong(1_500, 8_000);
      round(new Round(key, overrides, keys, ageMillis));
      rounds++;
    }

    assertThat(lost).as("lost in %s rounds with seed %s", rounds, SEED).isEmpty();
  }

  /** The key that the very first start prints. */
  private String firstKey() {
    try (ServerProcess server = ServerProcess.start(launch())) {
      String key = server.rootKey();
      assertThat(Calls.limit(Calls.wire(server, key), "keys/known", 10).status())
          .isEqualTo(200);
      server.term();
      server.end();
      return key;
    }
  }

  private Launch launch() {
    return Launch.serve("--data", folder.toString());
  }

  /** From one start to the kill, and what the next start finds. */
  private record Round(String key, OverrideChanges overrides, KeyChanges keys, long ageMillis) {}

  private void round(Round round) {
    long killed = runAndKill(round);
    try (ServerProcess server = ServerProcess.start(launch()).keeping(round.key())) {
      server.keeping(round.keys().secrets().toArray(String[]::new));
      Wire wire = Calls.wire(server, round.key());
      assertThat(server.line("root-key ")).as("a new root key").isEmpty();
      Eventually.until(
          () -> "the root key is refused: " + server.said(),
          () -> Calls.spend(wire, "keys/known", 10, 0).status() == 200);
      // Counts are loaded in the background.
      Eventually.until(
          () -> "no writes: " + server.said(),
          () -> server.metric("weir_ratelimit_global_sync_rows_applied_total") > 0);
      Eventually.letPass(500);
      String when = "killed at the age of " + round.ageMillis() + " ms: ";
      round.keys().differences(wire).forEach(each -> lost.add(when + each));
      round.overrides().differences(wire).forEach(each -> lost.add(when + each));
      spending.differences(wire, killed).forEach(each -> lost.add(when + each));
    }
  }

  /** Old servers have little to do at last: a database that keeps the newest versions in memory then loses the most. */
  private static void passBusyThenCalm(long ageMillis, AtomicLong pauseMillis) {
    long calmMillis = ageMillis > OLD_MILLIS ? CALM_MILLIS : 0;
    Eventually.letPass(ageMillis - calmMillis);
    if (calmMillis > 0) {
      pauseMillis.set(CALM_PAUSE_MILLIS);
      Eventually.letPass(calmMillis);
    }
  }

  /** When the server was killed. */
  private long runAndKill(Round round) {
    try (ServerProcess server = ServerProcess.start(launch()).keeping(round.key())) {
      Wire wire = Calls.wire(server, round.key());
      AtomicLong pauseMillis = new AtomicLong();
      List<Worker> workers = new ArrayList<>();
      for (int i = 0; i < SPENDERS; i++) {
        SplittableRandom own = random.split();
        workers.add(Worker.start("spending-" + i, () -> {
          spending.step(wire, own);
          Eventually.letPass(pauseMillis.get());
        }));
      }
      workers.add(Worker.start("overrides", () -> round.overrides().step(wire)));
      workers.add(Worker.start("keys", round.keys()::step));
      passBusyThenCalm(round.ageMillis(), pauseMillis);
      long confirmations = spending.confirmations();
      assertThat(server.isRunning()).as(server::said).isTrue();
      long before = clock.nanoTime();
      server.kill();
      workers.forEach(Worker::stop);
      System.out.println("killed after " + round.ageMillis() + " ms, " + confirmations
          + " confirmed costs, " + round.overrides().size() + " overrides, "
          + round.keys().size()
          + " keys");
      return before;
    }
  }
}
