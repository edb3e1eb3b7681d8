// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.weir.api.Ratelimit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What "10 a minute" means for a client that sends a request every 100 ms, even when refused. */
class WindowMeaningTest {
  private static final long STEP_MILLIS = 100;
  private static final long MINUTE_MILLIS = 60_000;

  private final BothLimiters bothLimiters = new BothLimiters();

  @AfterEach
  void close() {
    bothLimiters.close();
  }

  /** Returns how many requests pass within one minute from now. */
  private long passedWithinAMinute(BooleanSupplier ask) {
    long passed = 0;
    for (long millis = 0; millis < MINUTE_MILLIS; millis += STEP_MILLIS) {
      passed += ask.getAsBoolean() ? 1 : 0;
      bothLimiters.clock().advanceMillis(STEP_MILLIS);
    }
    return passed;
  }

  @Test
  void aFullBucketAdmitsTwiceTheLimitInAMinute() {
    Bucket bucket = bothLimiters.bucket(10);
    BooleanSupplier ask = () -> bucket.tryConsume(1);

    assertThat(passedWithinAMinute(ask)).isEqualTo(19);
    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
  }

  @Test
  void aWindowAdmitsTheLimitEachMinute() {
    Ratelimit limiter = bothLimiters.limiter(10);
    BooleanSupplier ask = () -> limiter.limit("alice").success();

    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
  }

  @Test
  void aWindowAdmitsTwiceTheLimitAcrossABoundary() {
    Ratelimit limiter = bothLimiters.limiter(10);
    BooleanSupplier ask = () -> limiter.limit("alice").success();
    bothLimiters.clock().advanceMillis(MINUTE_MILLIS - 10 * STEP_MILLIS);

    assertThat(passedWithinAMinute(ask)).isEqualTo(20);
    assertThat(passedWithinAMinute(ask)).isEqualTo(10);
  }
}
