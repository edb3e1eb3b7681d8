// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** An engine without stores, on a clock that a test moves: the setup of a program that uses Weir alone. */
final class StandaloneEngine {

  /** Midnight: the start of a window of every length that tests use. */
  static final long MIDNIGHT = 1_699_920_000_000L;

  static final Duration MINUTE = Duration.ofMinutes(1);

  final ManualClock clock = new ManualClock(MIDNIGHT);
  final RecordingObserver observer = new RecordingObserver();
  final Engine engine;

  StandaloneEngine() {
    this(builder -> builder);
  }

  StandaloneEngine(UnaryOperator<EngineBuilder> settings) {
    engine = settings
        .apply(Engine.builder()
            .clock(clock)
            .elapsed(clock)
            .observer(observer)
            .random(new SplittableRandom(1)))
        .build();
  }

  /** Creates an engine without an observer, which uses the shorter code path. */
  static StandaloneEngine unobserved() {
    return new StandaloneEngine(builder -> builder.observer(Observer.NONE));
  }

  static StandaloneEngine ofAtMost(long maxSubjects) {
    return new StandaloneEngine(builder -> builder.maxSubjects(maxSubjects));
  }

  Limiter perMinute(long limit) {
    return limiter("api", limit, MINUTE);
  }

  /** Returns a limiter with the same limit for a workspace other than "acme". */
  Limiter hostilePerMinute(long limit) {
    return engine.limiter("hostile", "api", LimitPolicy.of(limit, MINUTE));
  }

  Limiter limiter(String namespace, long limit, Duration duration) {
    return engine.limiter("acme", namespace, LimitPolicy.of(limit, duration));
  }

  /** Returns how often the cost is allowed before it is refused. */
  static int spendAll(Limiter limiter, String identifier, long cost) {
    int times = 0;
    while (limiter.check(identifier, cost).allowed()) {
      times++;
    }
    return times;
  }

  /** Runs the agents over everything in memory at least once, with some seconds in between. */
  void workForSeconds(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1));
      while (engine.work() > 0) {
        clock.advanceMillis(5);
      }
    }
  }
}
