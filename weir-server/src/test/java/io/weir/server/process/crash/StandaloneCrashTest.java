// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.RepeatingWorker;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server repeatedly on one folder. The first server runs for more than a minute, because some databases reuse
 * space only then. Before it is killed, it is frozen several times and its folder is copied, which leaves the same
 * state as a kill. For a longer run: {@code -Dweir.crash.minutes=60}, with another {@code -Dweir.crash.seed}.
 */
@Tag("slow")
final class StandaloneCrashTest {
  private static final long SEED = Long.getLong("weir.crash.seed", 1);
  private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("weir.crash.minutes", 0));
  private static final int SHORT_ROUNDS = 2;
  private static final int SPENDERS = 3;

  /** The age at which copies begin and spending slows down: a database that writes late loses the most then. */
  private static final long OLD_MILLIS = 50_000;

  private static final int COPIES = 4;
  private static final long COPY_MILLIS = 1_500;
  private static final long SLOW_PAUSE_MILLIS = 200;

  @TempDir
  private Path folder;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final NanoClock clock = NanoClock.system();
  private final List<String> lost = new ArrayList<>();

  /** A copy of the folder, and when it was made. */
  private record Crash(ExpectedState knowledge, long nanos) {}

  @Test
  void losesNoConfirmedChangeAndAtMostASecondOfCounts() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    ExpectedState expectedState = new ExpectedState(
        live,
        new OverrideChanges(random.split()),
        new KeyChanges(random.split(), live),
        new SpendingLoad());
    String key = firstKey(expectedState);
    long began = clock.nanoTime();
    int rounds = 0;
    while (rounds <= SHORT_ROUNDS || clock.nanoTime() - began < LENGTH.toNanos()) {
      boolean old = rounds == 0 || (rounds > SHORT_ROUNDS && random.nextInt(3) == 0);
      crash(expectedState, key, old ? OLD_MILLIS : random.nextLong(1_500, 8_000));
      rounds++;
    }

    assertThat(lost).as("lost in %s rounds with seed %s", rounds, SEED).isEmpty();
  }

  /** Returns the key that the very first start prints. */
  private static String firstKey(ExpectedState expectedState) {
    try (WeirProcess server = WeirProcess.start(expectedState.launch())) {
      String key = server.rootKey();
      assertThat(
              ServerCalls.limit(ServerCalls.wire(server, key), "keys/known", 10).status())
          .isEqualTo(200);
      server.terminate();
      server.end();
      return key;
    }
  }

  /** Lets a server run for this long, kills it, and checks the state of the next one; copies are checked first. */
  private void crash(ExpectedState expectedState, String key, long millis) throws IOException {
    List<Crash> copies = new ArrayList<>();
    long killed;
    try (WeirProcess server = WeirProcess.start(expectedState.launch()).withSecrets(key)) {
      AtomicLong pauseMillis = new AtomicLong();
      List<RepeatingWorker> workers =
          workers(expectedState, ServerCalls.wire(server, key), pauseMillis);
      Eventually.waitMillis(millis);
      if (millis >= OLD_MILLIS) {
        pauseMillis.set(SLOW_PAUSE_MILLIS);
        copies.addAll(copies(expectedState, server));
      }
      assertThat(server.isRunning()).as(server::allOutput).isTrue();
      killed = clock.nanoTime();
      server.kill();
      workers.forEach(RepeatingWorker::stop);
    }
    for (Crash each : copies) {
      note("frozen", each.knowledge().differences(key, each.nanos()));
    }
    note("killed after " + millis + " ms", expectedState.differences(key, killed));
  }

  private void note(String how, List<String> differences) {
    MeasurementLog.add(how + ": " + differences.size() + " differences");
    differences.forEach(each -> lost.add(how + ": " + each));
  }

  private List<RepeatingWorker> workers(
      ExpectedState expectedState, RawHttpClient rawHttpClient, AtomicLong pauseMillis) {
    List<RepeatingWorker> workers = new ArrayList<>();
    for (int i = 0; i < SPENDERS; i++) {
      SplittableRandom own = random.split();
      workers.add(RepeatingWorker.start("spending-" + i, () -> {
        expectedState.spending().step(rawHttpClient, own);
        Eventually.waitMillis(pauseMillis.get());
      }));
    }
    workers.add(RepeatingWorker.start("overrides", () -> {
      expectedState.overrides().step(rawHttpClient);
      Eventually.waitMillis(pauseMillis.get());
    }));
    workers.add(RepeatingWorker.start("keys", expectedState.keys()::step));
    return workers;
  }

  private List<Crash> copies(ExpectedState expectedState, WeirProcess server) throws IOException {
    List<Crash> copies = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      Eventually.waitMillis(random.nextLong(2 * COPY_MILLIS));
      Path copy = Files.createTempDirectory(folder, "copy");
      long frozen = clock.nanoTime();
      server.pause();
      copyFiles(expectedState.folder(), copy);
      copies.add(new Crash(expectedState.copy(copy), frozen));
      server.resume();
    }
    return copies;
  }

  private static void copyFiles(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
