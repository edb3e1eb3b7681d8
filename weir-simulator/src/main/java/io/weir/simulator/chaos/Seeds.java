// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.planet.Quirk;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.truth.Trace;
import io.weir.simulator.truth.Violation;
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

/** Runs many seeds, each of them random trouble on a planet of its own, and finds the first that shows something wrong. */
public final class Seeds {
  /*
   * A seed is one thread's work from its start to its end, so it goes the same way whatever else runs. Threads take the
   * next seed in turn; when one fails no further ones are taken, and those under way are finished. So the lowest failing
   * seed is found, the same one on any machine.
   */

  private static final long SAY_EVERY_MILLIS = 5_000;

  private final long from;
  private final long count;
  private final Supplier<Quirk> quirks;
  private final AtomicLong next;
  private final AtomicLong finished = new AtomicLong();
  private final ConcurrentSkipListMap<Long, Violation> violations = new ConcurrentSkipListMap<>();

  /** So many seeds from this one on, each on a planet of which something else is wrong. */
  Seeds(long from, long count, Supplier<Quirk> quirks) {
    this.from = from;
    this.count = count;
    this.quirks = quirks;
    this.next = new AtomicLong(from);
  }

  /**
   * Runs so many seeds from this one on, and says how it goes.
   *
   * @return what a command exits with: 0, or 1 if something was not as it must be
   */
  public static int run(long from, long count, PrintWriter out) {
    return report(new Seeds(from, count, () -> Quirk.NONE), out);
  }

  static int report(Seeds seeds, PrintWriter out) {
    try {
      seeds.run(out);
      return 0;
    } catch (InvariantViolated e) {
      e.lastEvents().forEach(event -> out.println("  " + event));
      out.println("invariant violated at seed " + e.seed() + ": " + e.what());
      out.flush();
      return 1;
    }
  }

  /** Runs them on all processors, and says how it goes. */
  Tally run(PrintWriter out) {
    long began = NanoClock.system().elapsedMillis();
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    Tally all = new Tally();
    try {
      Silence.during(() -> {
        List<Future<Tally>> parts = new ArrayList<>();
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
    long millis = NanoClock.system().elapsedMillis() - began;
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

  private Tally await(Future<Tally> part, PrintWriter out) {
    while (true) {
      try {
        return part.get(SAY_EVERY_MILLIS, TimeUnit.MILLISECONDS);
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

  private Tally work() {
    Tally all = new Tally();
    while (violations.isEmpty()) {
      long seed = next.getAndIncrement();
      if (seed >= from + count) {
        return all;
      }
      try {
        all.add(trial(seed, Trace.NONE));
      } catch (Violation e) {
        violations.put(seed, e);
      }
      finished.incrementAndGet();
    }
    return all;
  }

  private Tally trial(long seed, Trace trace) {
    try {
      return new Trial(Draw.of(seed, quirks.get()), trace).run();
    } catch (RuntimeException e) {
      if (e instanceof Violation) {
        throw e;
      }
      throw new IllegalStateException("seed " + seed + " failed with an exception", e);
    }
  }

  /** The same again, since it goes the same way, and this time with notes. */
  private InvariantViolated violated(long seed) {
    Trace trace = new Trace();
    try {
      Silence.during(() -> trial(seed, trace));
    } catch (Violation again) {
      return new InvariantViolated(seed, String.valueOf(again.getMessage()), trace.events());
    }
    return new InvariantViolated(
        seed,
        "not reproducible: a second run with the same seed behaved differently",
        trace.events());
  }

  /** Keeps engines from logging what is done to them here, thousands of times over. */
  private static final class Silence {
    private static final Logger LOG = Logger.getLogger("io.weir");

    private static void during(Runnable task) {
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
