// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.redis.RedisOrigin;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Weir with its defaults. */
final class WeirOverRedis implements RedisContender {
  private static final int CONNECT_ATTEMPTS = 100;
  private static final long ATTEMPT_NANOS = 100_000_000;

  private final Engine engine;
  private final Limiter limiter;
  private final LongAdder degraded = new LongAdder();

  WeirOverRedis(RedisLocation redisLocation, Allowance allowance) {
    engine = Engine.builder()
        .origin(RedisOrigin.open(redisLocation.uri(), redisLocation.prefix()))
        .build();
    engine.start();
    limiter = engine.limiter("acme", "api", LimitPolicy.of(allowance.amount(), allowance.per()));
    awaitConnection();
  }

  /** Waits for the connection to Redis. A process may start without Redis, but a measurement needs it. */
  private void awaitConnection() {
    for (int attempt = 0; limiter.look("connected?").degraded(); attempt++) {
      if (attempt == CONNECT_ATTEMPTS) {
        close();
        throw new IllegalStateException("Weir could not connect to Redis");
      }
      LockSupport.parkNanos(ATTEMPT_NANOS);
    }
  }

  @Override
  public boolean allow(String key) {
    Decision decision = limiter.check(key);
    if (decision.degraded()) {
      degraded.increment();
    }
    return decision.allowed();
  }

  @Override
  public long unseen() {
    return degraded.sum();
  }

  @Override
  public void close() {
    engine.close();
  }
}
