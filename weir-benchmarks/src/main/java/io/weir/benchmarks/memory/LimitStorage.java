// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.memory.MemoryPlan;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** The ways of keeping a limiter for each of many keys. */
enum LimitStorage {
  WEIR("Weir, one window") {
    @Override
    Object of(String[] keys) {
      return weir(keys, 1, false);
    }
  },
  WEIR_TWO("Weir, two windows") {
    @Override
    Object of(String[] keys) {
      return weir(keys, 2, false);
    }
  },
  WEIR_SHARED("Weir, origin and ledger, two windows") {
    @Override
    Object of(String[] keys) {
      return weir(keys, 2, true);
    }
  },
  BUCKET4J("Bucket4j") {
    @Override
    Object of(String[] keys) {
      ConcurrentHashMap<String, Bucket> map = new ConcurrentHashMap<>();
      for (String key : keys) {
        map.computeIfAbsent(
                key,
                k -> Bucket.builder()
                    .addLimit(limit -> limit.capacity(100).refillGreedy(100, WINDOW))
                    .build())
            .tryConsume(1);
      }
      return map;
    }
  },
  RESILIENCE4J("Resilience4j") {
    @Override
    Object of(String[] keys) {
      RateLimiterConfig config = RateLimiterConfig.custom()
          .limitForPeriod(100)
          .limitRefreshPeriod(WINDOW)
          .timeoutDuration(Duration.ZERO)
          .build();
      ConcurrentHashMap<String, io.github.resilience4j.ratelimiter.RateLimiter> map =
          new ConcurrentHashMap<>();
      for (String key : keys) {
        map.computeIfAbsent(key, k -> io.github.resilience4j.ratelimiter.RateLimiter.of(k, config))
            .acquirePermission();
      }
      return map;
    }
  },
  GUAVA("Guava") {
    @Override
    Object of(String[] keys) {
      ConcurrentHashMap<String, RateLimiter> map = new ConcurrentHashMap<>();
      for (String key : keys) {
        boolean unused = map.computeIfAbsent(key, k -> RateLimiter.create(100)).tryAcquire();
      }
      return map;
    }
  };

  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final String label;

  LimitStorage(String label) {
    this.label = label;
  }

  /** Creates a limiter per key and uses each of them. */
  abstract Object of(String[] keys);

  String label() {
    return label;
  }

  boolean isWeir() {
    return name().startsWith("WEIR");
  }

  private static Object weir(String[] keys, int windows, boolean shared) {
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    EngineBuilder builder =
        Engine.builder().clock(clock).elapsed(clock).memory(MemoryPlan.of(1L << 40));
    if (shared) {
      builder.origin(new NoopOrigin(clock)).ledger(new NoopLedger(clock)).region("here");
    }
    Engine engine = builder.build();
    Limiter limiter = engine.limiter("acme", "api", LimitPolicy.of(100, WINDOW));
    for (int window = 0; window < windows; window++) {
      if (window > 0) {
        clock.advance(WINDOW);
      }
      for (String key : keys) {
        boolean unused = limiter.checkAsync(key, 1).isDone();
        settle(engine, clock, shared ? 4 : 0);
      }
      settle(engine, clock, shared ? 20_000 : 0);
    }
    return engine;
  }

  /**
   * Lets the agents take up to {@code steps} steps. If these are more than four, the clock advances a millisecond
   * after each.
   */
  private static void settle(Engine engine, ManualClock clock, int steps) {
    for (int i = 0; i < steps && (engine.work() > 0 || i < 1_000); i++) {
      if (steps > 4) {
        clock.advanceMillis(1);
      }
    }
  }
}
