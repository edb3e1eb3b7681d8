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
 * Freezes one writer again and again, copies its files, and has the copies checked: a frozen process and a killed one
 * leave the same files. Some of the times it kills the writer for real, and starts another one on the same files.
 *
 * @param database what is tested
 * @param driver its jar
 * @param folder where its files are
 * @param pauseMillis between two commits
 */
record CrashTrial(EmbeddedDatabase database, Path driver, Path folder, long pauseMillis) {
  /** Between two freezes, on average: the writer gets on, and the machine is not busy with copies alone. */
  private static final long GAP_MILLIS = 500;

  /** One freeze of so many is a kill: most of the time files have to grow old. */
  private static final int KILL_EVERY = 120;

  /** The writer's state as the trial goes on. */
  private static final class Progress {
    private StoreProcess writer;
    private long first = 1;
    private long last;

    Progress(StoreProcess writer) {
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
    Progress progress = new Progress(writer(files, 1));
    long began = System.nanoTime();
    try (StoreProcess reader = StoreProcess.start(StoreReader.class, driver, folder, List.of())) {
      for (long age = 0; age < length.toNanos(); age = System.nanoTime() - began) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(2 * GAP_MILLIS)));
        long ageSeconds = TimeUnit.NANOSECONDS.toSeconds(age);
        if (random.nextInt(KILL_EVERY) == 0) {
          kill(progress, reader, tally, ageSeconds);
        } else {
          freeze(progress, reader, tally, ageSeconds);
        }
      }
    } finally {
      progress.writer.close();
    }
    tally.confirmed(progress.last);
    return tally;
  }

  private StoreProcess writer(Path files, long first) {
    List<String> arguments = new ArrayList<>(
        List.of(database.url(files), Long.toString(first), Long.toString(pauseMillis)));
    arguments.addAll(database.settings());
    return StoreProcess.start(StoreWriter.class, driver, folder, arguments);
  }

  private void freeze(Progress progress, StoreProcess reader, CrashTally tally, long ageSeconds) {
    Path copy = directory("copy");
    progress.writer.freeze();
    progress.writer.lastLine().ifPresent(progress::heard);
    if (progress.last < progress.first) {
      progress.writer.resume();
      return; // it is still starting
    }
    copy(folder.resolve("live"), copy);
    progress.writer.resume();
    tally.add(check(progress, reader, copy), ageSeconds);
  }

  private void kill(Progress progress, StoreProcess reader, CrashTally tally, long ageSeconds) {
    progress.writer.kill().ifPresent(progress::heard);
    Path live = folder.resolve("live");
    if (progress.last >= progress.first) {
      Path copy = directory("copy");
      copy(live, copy);
      tally.add(check(progress, reader, copy), ageSeconds);
      tally.killed();
    }
    progress.first = progress.last + 1; // what is missing now was counted once
    progress.writer = writer(live, progress.first);
  }

  private String check(Progress progress, StoreProcess reader, Path copy) {
    return reader.ask(database.url(copy) + " " + progress.first + " " + progress.last);
  }

  /** An empty folder. */
  private Path directory(String name) {
    try {
      Path made = Files.createDirectories(folder.resolve(name));
      for (Path file : files(made)) {
        Files.delete(file);
      }
      return made;
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
