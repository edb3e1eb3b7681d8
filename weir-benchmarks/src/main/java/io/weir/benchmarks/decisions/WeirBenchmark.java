// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.benchmarks.trial.Identifiers;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.memory.MemoryPlan;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Weir, used as in its README. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class WeirBenchmark {
  private static final Duration WINDOW = Duration.ofDays(30);

  /** "system" reads the system clock on every check; "coarse" is the engine's default. */
  @Param("system")
  public String clock;

  /** "allow" never reaches its limit; "refuse" has reached it. */
  @Param("allow")
  public String outcome;

  /** The number of windows of each subject with a count: 1, or 2 after time has advanced by a window. */
  @Param("1")
  public int windows;

  private Engine engine;
  private Limiter limiter;

  /** Written before the measurement. Every check reads it if there are two windows. */
  private volatile long offset;

  /** Creates every subject, and exhausts it if checks are to be refused. */
  @Setup
  public void start(Identifiers identifiers) {
    EngineBuilder builder = Engine.builder().memory(MemoryPlan.of(1L << 40));
    if (windows == 2) {
      EpochClock shifted = ContenderClock.named(clock);
      offset = -WINDOW.toMillis();
      builder.clock(() -> shifted.epochMillis() + offset);
    } else if (clock.equals("system")) {
      builder.clock(EpochClock.system());
    }
    engine = builder.build();
    engine.start();
    long amount = outcome.equals("allow") ? Long.MAX_VALUE / 4 : 1;
    limiter = engine.limiter("acme", "api", LimitPolicy.of(amount, WINDOW));
    for (int window = 1; window <= windows; window++) {
      offset = WINDOW.toMillis() * (window - windows);
      for (String key : identifiers.keys()) {
        limiter.check(key);
        limiter.check(key);
      }
    }
  }

  /** Stops the engine's threads. */
  @TearDown
  public void stop() {
    engine.close();
  }

  /** The check as a caller writes it. */
  @Benchmark
  public boolean check(Identifiers.IdentifierCursor identifierCursor) {
    return limiter.check(identifierCursor.next()).allowed();
  }

  /** Returns the whole decision, so that the compiler can't eliminate it. */
  @Benchmark
  public Decision checkAndHandOn(Identifiers.IdentifierCursor identifierCursor) {
    return limiter.check(identifierCursor.next());
  }

  /** Three checks as one batch: all or nothing. */
  @Benchmark
  public boolean batchOfThree(Identifiers.IdentifierCursor identifierCursor) {
    BatchDecision decision = engine.check(List.of(
        limiter.of(identifierCursor.next()),
        limiter.of(identifierCursor.next()),
        limiter.of(identifierCursor.next())));
    return decision.allowed();
  }

  /** Three separate checks, for comparison with the batch. */
  @Benchmark
  public boolean threeChecks(Identifiers.IdentifierCursor identifierCursor) {
    boolean first = limiter.check(identifierCursor.next()).allowed();
    boolean second = limiter.check(identifierCursor.next()).allowed();
    return limiter.check(identifierCursor.next()).allowed() && first && second;
  }
}
