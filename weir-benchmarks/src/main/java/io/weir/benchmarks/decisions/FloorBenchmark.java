// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.trial.Identifiers;
import io.weir.time.EpochClock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The minimum cost of any limiter with keys and windows: one look-up, one clock reading, one compare-and-set. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class FloorBenchmark {
  /** "system" or "coarse". */
  @Param("system")
  public String clock;

  private ConcurrentHashMap<String, AtomicLong> counts;
  private EpochClock epoch;
  private long begun;

  /** Creates every count. */
  @Setup
  public void start(Identifiers identifiers) {
    counts = new ConcurrentHashMap<>();
    epoch = ContenderClock.named(clock);
    begun = epoch.epochMillis();
    for (String key : identifiers.keys()) {
      counts.put(key, new AtomicLong());
    }
  }

  /** The minimum for an allowed check. */
  @Benchmark
  public boolean check(Identifiers.IdentifierCursor identifierCursor) {
    AtomicLong count = counts.get(identifierCursor.next());
    long elapsed = epoch.epochMillis() - begun;
    while (true) {
      long seen = count.get();
      if (count.weakCompareAndSetVolatile(seen, seen + 1)) {
        return elapsed >= 0;
      }
    }
  }

  /** The minimum for a refused check, which writes nothing. */
  @Benchmark
  public boolean checkWithoutWriting(Identifiers.IdentifierCursor identifierCursor) {
    AtomicLong count = counts.get(identifierCursor.next());
    long elapsed = epoch.epochMillis() - begun;
    return elapsed < count.get();
  }
}
