// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.weir.benchmarks.trial.Identifiers;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Resilience4j's limiter, configured not to wait. One limiter per key, in a map. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class Resilience4jBenchmark {
  /** "own" is Resilience4j's default, System.nanoTime; "coarse" is Weir's clock. */
  @Param("own")
  public String clock;

  /** "allow" never reaches its limit; "refuse" has reached it. */
  @Param("allow")
  public String outcome;

  private ConcurrentHashMap<String, RateLimiter> limiters;
  private RateLimiterConfig config;
  private EpochClock epoch;

  /** Creates every limiter, and exhausts it if checks are to be refused. */
  @Setup
  public void start(Identifiers identifiers) {
    limiters = new ConcurrentHashMap<>();
    epoch = clock.equals("own") ? null : ContenderClock.named(clock);
    config = RateLimiterConfig.custom()
        .limitForPeriod(outcome.equals("allow") ? Integer.MAX_VALUE : 1)
        .limitRefreshPeriod(Duration.ofDays(30))
        .timeoutDuration(Duration.ZERO)
        .build();
    for (String key : identifiers.keys()) {
      boolean allowed = limiter(key).acquirePermission();
      if (!allowed || limiter(key).acquirePermission() != outcome.equals("allow")) {
        throw new IllegalStateException("the limiter does not behave as the case expects");
      }
    }
  }

  private RateLimiter limiter(String key) {
    RateLimiter found = limiters.get(key);
    return found != null ? found : limiters.computeIfAbsent(key, this::create);
  }

  private RateLimiter create(String key) {
    return epoch == null
        ? RateLimiter.of(key, config)
        : new AtomicRateLimiter(key, config, () -> epoch.epochMillis() * 1_000_000);
  }

  /** The check as a caller writes it. */
  @Benchmark
  public boolean check(Identifiers.IdentifierCursor identifierCursor) {
    return limiter(identifierCursor.next()).acquirePermission();
  }

  /** Three separate checks, because Resilience4j has no batch. */
  @Benchmark
  public boolean threeChecks(Identifiers.IdentifierCursor identifierCursor) {
    boolean first = limiter(identifierCursor.next()).acquirePermission();
    boolean second = limiter(identifierCursor.next()).acquirePermission();
    return limiter(identifierCursor.next()).acquirePermission() && first && second;
  }
}
