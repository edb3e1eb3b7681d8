// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.engine.Engine;
import io.weir.time.ManualClock;
import java.time.Duration;

/** Limiters of both libraries on one clock, which the test controls. */
final class BothLimiters implements AutoCloseable {
  static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock(0);
  private final Engine engine = Engine.builder().clock(clock).build();

  /** A bucket of this amount per minute. */
  Bucket bucket(long amount) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(amount).refillGreedy(amount, MINUTE))
        .withCustomTimePrecision(new Meter(clock))
        .build();
  }

  /** A limiter of this amount per minute. */
  Ratelimit limiter(long amount) {
    return EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(amount, MINUTE)
        .engine(engine)
        .build();
  }

  TimeMeter meter() {
    return new Meter(clock);
  }

  ManualClock clock() {
    return clock;
  }

  @Override
  public void close() {
    engine.close();
  }

  private record Meter(ManualClock clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return clock.nanoTime();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
