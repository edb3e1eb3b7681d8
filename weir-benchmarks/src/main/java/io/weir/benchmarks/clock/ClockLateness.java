// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.clock;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.time.CoarseClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** How far a coarse clock lags behind the system clock, as a check would see it. */
final class ClockLateness {
  /*
   * Idle: one thread takes a sample, pauses, and takes the next. Under load: as many threads as cores do nothing but
   * read the clock, so that the ticking thread has to compete for a core. Their readings are the samples.
   */

  private static final int SAMPLES = 200_000;
  private static final long PAUSE_NANOS = 200_000;

  private final long[] millis;
  private final double cpuShare;

  private ClockLateness(long[] millis, double cpuShare) {
    this.millis = millis;
    this.cpuShare = cpuShare;
  }

  static ClockLateness idle(long forMillis) {
    return measure(1, forMillis, true);
  }

  static ClockLateness underLoad(int threads, long forMillis) {
    return measure(threads, forMillis, false);
  }

  private static ClockLateness measure(int threads, long forMillis, boolean pausing) {
    try (CoarseClock clock = new CoarseClock()) {
      clock.start();
      long cpuBefore = tickingCpuNanos();
      long began = System.nanoTime();
      Sampler[] samplers = new Sampler[threads];
      for (int i = 0; i < threads; i++) {
        samplers[i] = new Sampler(clock, began + forMillis * 1_000_000, pausing);
        samplers[i].start();
      }
      for (Sampler sampler : samplers) {
        joinQuietly(sampler);
      }
      double share = (tickingCpuNanos() - cpuBefore) / (double) (System.nanoTime() - began);
      long[] all = Arrays.stream(samplers).flatMapToLong(Sampler::seen).toArray();
      return new ClockLateness(all, share);
    }
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long tickingCpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("weir-clock"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
        .sum();
  }

  /** The share of samples that lag by at least {@code late} milliseconds. */
  double shareFrom(long late) {
    return Arrays.stream(millis).filter(each -> each >= late).count() / (double) millis.length;
  }

  /** The lag in milliseconds that this share of the samples does not exceed. */
  long percentile(double share) {
    return FigureFormat.percentile(millis, share);
  }

  /** The share of one core that the ticking thread used. */
  double cpuShare() {
    return cpuShare;
  }

  /** Reads both clocks repeatedly. Each sample represents an interval of the same length. */
  private static final class Sampler extends Thread {
    private static final long STRETCH_NANOS = 20_000;

    private final CoarseClock clock;
    private final long until;
    private final boolean pausing;
    private final long[] late = new long[SAMPLES];
    private int taken;

    private Sampler(CoarseClock clock, long until, boolean pausing) {
      this.clock = clock;
      this.until = until;
      this.pausing = pausing;
    }

    @Override
    public void run() {
      long next = System.nanoTime();
      while (next < until && taken < SAMPLES) {
        long coarse = clock.epochMillis();
        late[taken++] = System.currentTimeMillis() - coarse;
        if (pausing) {
          LockSupport.parkNanos(PAUSE_NANOS);
          next = System.nanoTime();
        } else {
          next += STRETCH_NANOS;
          while (System.nanoTime() < next) {
            Thread.onSpinWait();
          }
          next = System.nanoTime();
        }
      }
    }

    private LongStream seen() {
      return Arrays.stream(late, 0, taken);
    }
  }
}
