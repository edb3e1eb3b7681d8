// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Freezes a writer repeatedly, copies its files, and has the copies checked: a frozen process and a killed one leave
 * the same files. Sometimes it kills the writer instead and starts a new one on the same files.
 *
 * @param database the database under test
 * @param driver the jar of its driver
 * @param folder the folder of its files
 * @param pauseMillis the pause between two commits
 */
record CrashTrial(CrashTestDatabase database, Path driver, Path folder, long pauseMillis) {
  /**
   * The mean time between two freezes. Leaves the writer time to make progress, and the machine time for more than
   * copying.
   */
  private static final long GAP_MILLIS = 500;

  /** One in this many freezes is a kill. Kills are rare because files need time to age. */
  private static final int KILL_EVERY = 120;

  /** The writer and the range of row numbers that it has confirmed. */
  private static final class TrialProgress {
    private StoreProcess writer;
    private long first = 1;
    private long last;

    TrialProgress(StoreProcess writer) {
      this.writer = writer;
    }

    void heard(String line) {
      last = Long.parseLong(line);
    }
  }

  CrashTally run(Duration length, long seed) {
    CrashTally tally = new CrashTally();
    SplittableRandom random = new SplittableRandom(seed);
    Path files = directory("live");
    TrialProgress trialProgress = new TrialProgress(writer(files, 1));
    long began = System.nanoTime();
    try (StoreProcess reader = StoreProcess.start(StoreReader.class, driver, folder, List.of())) {
      for (long age = 0; age < length.toNanos(); age = System.nanoTime() - began) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(2 * GAP_MILLIS)));
        long ageSeconds = TimeUnit.NANOSECONDS.toSeconds(age);
        if (random.nextInt(KILL_EVERY) == 0) {
          kill(trialProgress, reader, tally, ageSeconds);
        } else {
          freeze(trialProgress, reader, tally, ageSeconds);
        }
      }
    } finally {
      trialProgress.writer.close();
    }
    tally.confirmed(trialProgress.last);
    return tally;
  }

  private StoreProcess writer(Path files, long first) {
    List<String> arguments = new ArrayList<>(
        List.of(database.url(files), Long.toString(first), Long.toString(pauseMillis)));
    arguments.addAll(database.settings());
    return StoreProcess.start(StoreWriter.class, driver, folder, arguments);
  }

  private void freeze(
      TrialProgress trialProgress, StoreProcess reader, CrashTally tally, long ageSeconds) {
    Path copy = directory("copy");
    trialProgress.writer.freeze();
    trialProgress.writer.lastLine().ifPresent(trialProgress::heard);
    if (trialProgress.last < trialProgress.first) {
      trialProgress.writer.resume();
      return; // the writer is still starting
    }
    copy(folder.resolve("live"), copy);
    trialProgress.writer.resume();
    tally.add(check(trialProgress, reader, copy), ageSeconds);
  }

  private void kill(
      TrialProgress trialProgress, StoreProcess reader, CrashTally tally, long ageSeconds) {
    trialProgress.writer.kill().ifPresent(trialProgress::heard);
    Path live = folder.resolve("live");
    if (trialProgress.last >= trialProgress.first) {
      Path copy = directory("copy");
      copy(live, copy);
      tally.add(check(trialProgress, reader, copy), ageSeconds);
      tally.killed();
    }
    trialProgress.first = trialProgress.last + 1; // what is missing now has already been counted
    trialProgress.writer = writer(live, trialProgress.first);
  }

  private String check(TrialProgress trialProgress, StoreProcess reader, Path copy) {
    return reader.ask(database.url(copy) + " " + trialProgress.first + " " + trialProgress.last);
  }

  /** Returns this folder, created if necessary and emptied. */
  private Path directory(String name) {
    try {
      Path created = Files.createDirectories(folder.resolve(name));
      for (Path file : files(created)) {
        Files.delete(file);
      }
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      for (Path file : files(from)) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
