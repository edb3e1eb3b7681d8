// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.clock;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.time.CoarseClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** How far a coarse clock was behind the machine's, as a check would have seen it. */
final class ClockLateness {
  /*
   * Idle: one thread takes a sample, pauses, takes the next. Under load: threads that do nothing but read keep every core
   * busy, and what they see is the sample. There are as many as cores, so the ticking thread has to wait for its turn.
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

  /** Share of samples that were behind by at least this much. */
  double shareFrom(long late) {
    return Arrays.stream(millis).filter(each -> each >= late).count() / (double) millis.length;
  }

  /** Milliseconds that this share of samples does not exceed. */
  long percentile(double share) {
    return FigureFormat.percentile(millis, share);
  }

  /** Share of one core that the ticking thread used. */
  double cpuShare() {
    return cpuShare;
  }

  /** Reads both clocks again and again. Each sample stands for one stretch of time of equal length. */
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
