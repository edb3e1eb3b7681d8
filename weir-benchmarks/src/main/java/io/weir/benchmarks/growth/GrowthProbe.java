// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.growth;

import io.weir.LimitPolicy;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.memory.MemoryPlan;
import io.weir.time.EpochClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Fills an engine with subjects and times checks and agent steps. Runs in its own JVM. */
public final class GrowthProbe {
  /*
   * Measures CPU time, not elapsed time: on a busy machine the slowest of ten million checks would otherwise be one
   * that the scheduler interrupted.
   */

  private static final long SEED = 20_260_825;

  /** How many checks are timed together, and how often. Enough to exceed every CPU cache at every size. */
  private static final int BULK = 100_000;

  private static final int BULKS = 30;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Engine engine = Engine.builder()
      .clock(EpochClock.system())
      .memory(MemoryPlan.of(1L << 40))
      .build();
  private final Limiter limiter =
      engine.limiter("acme", "api", LimitPolicy.of(1_000_000_000, Duration.ofDays(1)));

  private GrowthProbe() {}

  /** Argument: the number of subjects. */
  public static void main(String[] arguments) {
    int subjects = Integer.parseInt(arguments[0]);
    new GrowthProbe().warmUp();
    GrowthProbe probe = new GrowthProbe();
    probe.grow(subjects);
    probe.check(subjects);
    probe.step(subjects);
  }

  private static String identifier(int i) {
    return "customer-" + Integer.toHexString(0x1000_0000 + i);
  }

  /** Lets the compiler see all code once, with subjects that are discarded. */
  private void warmUp() {
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 10_000; i++) {
        limiter.check(identifier(i));
      }
    }
    for (int i = 0; i < 2_000; i++) {
      engine.work();
    }
  }

  private void grow(int subjects) {
    long longest = 0;
    long sum = 0;
    long last = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < subjects; i++) {
      String identifier = identifier(i);
      long before = THREADS.getCurrentThreadCpuTime();
      limiter.check(identifier);
      last = THREADS.getCurrentThreadCpuTime();
      longest = Math.max(longest, last - before);
      sum += last - before;
    }
    print("create.mean", sum / (double) subjects - costOfTiming());
    print("create.longest", (double) longest);
  }

  private static double costOfTiming() {
    long before = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < 10_000; i++) {
      long unused = THREADS.getCurrentThreadCpuTime();
    }
    return (THREADS.getCurrentThreadCpuTime() - before) / 10_000.0;
  }

  private void check(int subjects) {
    SplittableRandom random = new SplittableRandom(SEED);
    String[] visits = new String[Math.min(4 * BULK, subjects)];
    for (int i = 0; i < visits.length; i++) {
      visits[i] = identifier(random.nextInt(subjects));
    }
    List<Double> nanos = new ArrayList<>();
    int at = 0;
    int allowed = 0;
    for (int bulk = 0; bulk < BULKS; bulk++) {
      long before = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < BULK; i++) {
        allowed += limiter.check(visits[at]).allowed() ? 1 : 0;
        at = at + 1 < visits.length ? at + 1 : 0;
      }
      nanos.add((THREADS.getCurrentThreadCpuTime() - before) / (double) BULK);
    }
    if (allowed != BULK * BULKS) {
      throw new IllegalStateException("a check was refused: " + allowed);
    }
    print("check", FigureFormat.median(nanos));
  }

  /**
   * Two rounds of the sweep over all subjects, together with the agents' other work. A call without work is not a
   * step.
   */
  private void step(int subjects) {
    long longest = 0;
    long sum = 0;
    int steps = 0;
    for (long seen = 0; seen < 2L * subjects; ) {
      long before = THREADS.getCurrentThreadCpuTime();
      int done = engine.work();
      long took = THREADS.getCurrentThreadCpuTime() - before;
      longest = Math.max(longest, took);
      if (done > 0) {
        sum += took;
        steps++;
        seen += done;
      } else {
        LockSupport.parkNanos(1_000_000);
      }
    }
    print("step.mean", sum / (double) steps);
    print("step.longest", (double) longest);
  }

  private static void print(String name, double value) {
    System.out.println(name + "=" + value);
  }
}
