// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.clock;

import io.weir.time.CoarseClock;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads each clock once per operation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class ClockBenchmark {
  private CoarseClock coarse;

  /** Starts the coarse clock. */
  @Setup
  public void start() {
    coarse = new CoarseClock();
    coarse.start();
  }

  /** Stops the coarse clock. */
  @TearDown
  public void stop() {
    coarse.close();
  }

  /** The system's wall clock. */
  @Benchmark
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /** The system's monotonic clock. */
  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  /** Weir's default clock. */
  @Benchmark
  public long coarseClock() {
    return coarse.epochMillis();
  }
}
