// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.truth.AuditViolation;
import io.weir.simulator.truth.EventTrace;
import io.weir.time.NanoClock;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs many seeds, each of them a chaos trial on a fleet of its own, and finds the first one that violates an
 * invariant.
 */
public final class SeedRunner {
  /*
   * A seed runs from start to end in one thread, so it behaves the same way whatever else runs. Threads take the next
   * seed in order. When one fails, no further seeds are taken and those in progress are completed. So the lowest
   * failing seed is found, the same one on any machine.
   */

  private static final long PROGRESS_MILLIS = 5_000;

  private final long from;
  private final long count;
  private final Supplier<InjectedBug> bugs;
  private final AtomicLong next;
  private final AtomicLong finished = new AtomicLong();
  private final ConcurrentSkipListMap<Long, AuditViolation> violations =
      new ConcurrentSkipListMap<>();

  /**
   * Creates a runner for this number of seeds, starting at the given one, each on a fleet with its own injected bug.
   */
  SeedRunner(long from, long count, Supplier<InjectedBug> bugs) {
    this.from = from;
    this.count = count;
    this.bugs = bugs;
    this.next = new AtomicLong(from);
  }

  /**
   * Runs this number of seeds, starting at the given one, and prints its progress.
   *
   * @return the exit code: 0, or 1 if an invariant was violated
   */
  public static int run(long from, long count, PrintWriter out) {
    return report(new SeedRunner(from, count, () -> InjectedBug.NONE), out);
  }

  static int report(SeedRunner seedRunner, PrintWriter out) {
    try {
      seedRunner.run(out);
      return 0;
    } catch (InvariantViolated e) {
      e.lastEvents().forEach(event -> out.println("  " + event));
      out.println("invariant violated at seed " + e.seed() + ": " + e.description());
      out.flush();
      return 1;
    }
  }

  /** Runs the seeds on all processors and prints its progress. */
  ChaosTotals run(PrintWriter out) {
    long startMillis = NanoClock.system().elapsedMillis();
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    ChaosTotals all = new ChaosTotals();
    try {
      QuietLogging.runQuietly(() -> {
        List<Future<ChaosTotals>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          parts.add(workers.submit(this::work));
        }
        parts.forEach(part -> all.add(await(part, out)));
      });
    } finally {
      workers.shutdownNow();
    }
    if (!violations.isEmpty()) {
      throw violated(violations.firstKey());
    }
    long millis = NanoClock.system().elapsedMillis() - startMillis;
    out.printf(
        Locale.ROOT,
        "%,d seeds without a violation: %,d decisions, %,d units admitted, %,d views compared, in %.1f s on %d threads (%.1f ms each)%n",
        count,
        all.decisions(),
        all.admitted(),
        all.compared(),
        millis / 1e3,
        threads,
        (double) millis * threads / count);
    out.flush();
    return all;
  }

  private ChaosTotals await(Future<ChaosTotals> part, PrintWriter out) {
    while (true) {
      try {
        return part.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        out.printf(Locale.ROOT, "%,d of %,d seeds%n", finished.get(), count);
        out.flush();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted after " + finished.get() + " seeds", e);
      } catch (ExecutionException e) {
        throw new IllegalStateException("running a seed failed", e.getCause());
      }
    }
  }

  private ChaosTotals work() {
    ChaosTotals all = new ChaosTotals();
    while (violations.isEmpty()) {
      long seed = next.getAndIncrement();
      if (seed >= from + count) {
        return all;
      }
      try {
        all.add(trial(seed, EventTrace.NONE));
      } catch (AuditViolation e) {
        violations.put(seed, e);
      }
      finished.incrementAndGet();
    }
    return all;
  }

  private ChaosTotals trial(long seed, EventTrace eventTrace) {
    try {
      return new ChaosTrial(CaseGenerator.of(seed, bugs.get()), eventTrace).run();
    } catch (RuntimeException e) {
      if (e instanceof AuditViolation) {
        throw e;
      }
      throw new IllegalStateException("seed " + seed + " failed with an exception", e);
    }
  }

  /** Repeats the run, which is deterministic, this time with a trace of its events. */
  private InvariantViolated violated(long seed) {
    EventTrace eventTrace = new EventTrace();
    try {
      QuietLogging.runQuietly(() -> trial(seed, eventTrace));
    } catch (AuditViolation repeated) {
      return new InvariantViolated(
          seed, String.valueOf(repeated.getMessage()), eventTrace.events());
    }
    return new InvariantViolated(
        seed,
        "not reproducible: a second run with the same seed behaved differently",
        eventTrace.events());
  }

  /** Suppresses the engines' log messages about injected faults, of which there would be thousands. */
  private static final class QuietLogging {
    private static final Logger LOG = Logger.getLogger("io.weir");

    private static void runQuietly(Runnable task) {
      Level before = LOG.getLevel();
      LOG.setLevel(Level.OFF);
      try {
        task.run();
      } finally {
        LOG.setLevel(before);
      }
    }
  }
}
