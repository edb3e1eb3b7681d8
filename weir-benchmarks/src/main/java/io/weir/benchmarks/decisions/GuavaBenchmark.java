// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import com.google.common.util.concurrent.RateLimiter;
import io.weir.benchmarks.trial.Identifiers;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Guava's limiter, called without waiting. One limiter per key, in a map. Its clock can't be replaced. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class GuavaBenchmark {
  /** "allow" never reaches its limit; "refuse" has reached it. */
  @Param("allow")
  public String outcome;

  private ConcurrentHashMap<String, RateLimiter> limiters;
  private double permitsPerSecond;

  /** Creates every limiter, and exhausts it if checks are to be refused. */
  @Setup
  public void start(Identifiers identifiers) {
    limiters = new ConcurrentHashMap<>();
    permitsPerSecond = outcome.equals("allow") ? 1e12 : 1e-6;
    for (String key : identifiers.keys()) {
      boolean allowed = limiter(key).tryAcquire();
      if (!allowed || limiter(key).tryAcquire() != outcome.equals("allow")) {
        throw new IllegalStateException("the limiter does not behave as the case expects");
      }
    }
  }

  private RateLimiter limiter(String key) {
    RateLimiter found = limiters.get(key);
    return found != null
        ? found
        : limiters.computeIfAbsent(key, k -> RateLimiter.create(permitsPerSecond));
  }

  /** The check as a caller writes it. */
  @Benchmark
  public boolean check(Identifiers.IdentifierCursor identifierCursor) {
    return limiter(identifierCursor.next()).tryAcquire();
  }

  /** Three separate checks, because Guava has no batch. */
  @Benchmark
  public boolean threeChecks(Identifiers.IdentifierCursor identifierCursor) {
    boolean first = limiter(identifierCursor.next()).tryAcquire();
    boolean second = limiter(identifierCursor.next()).tryAcquire();
    return limiter(identifierCursor.next()).tryAcquire() && first && second;
  }
}
