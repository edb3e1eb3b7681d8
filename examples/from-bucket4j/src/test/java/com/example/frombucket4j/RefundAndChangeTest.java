// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TokensInheritanceStrategy;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Refunds, and changing a limit at run time. */
class RefundAndChangeTest {
  private final BothLimiters bothLimiters = new BothLimiters();
  private final Bucket bucket = bothLimiters.bucket(10);
  private final Ratelimit limiter = bothLimiters.limiter(10);

  @AfterEach
  void close() {
    bothLimiters.close();
  }

  private static long work() {
    return 3;
  }

  @Test
  void aBucketRefundsAndAWindowChargesLater() {
    // tag::bucket4j-refund
    if (bucket.tryConsume(5)) {
      long needed = work();
      bucket.addTokens(5 - needed);
    }
    // end::bucket4j-refund
    assertThat(bucket.getAvailableTokens()).isEqualTo(7);

    // tag::weir-refund
    if (limiter.limit("alice", 0).remaining() >= 5) {
      long needed = work();
      limiter.limit("alice", needed);
    }
    // end::weir-refund
    assertThat(limiter.limit("alice", 0).remaining()).isEqualTo(7);
  }

  @Test
  void raisingALimitKeepsWhatWasSpent() {
    bucket.tryConsume(10);
    limiter.limit("alice", 10);

    // tag::bucket4j-change
    BucketConfiguration wider = BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(20).refillGreedy(20, Duration.ofMinutes(1)))
        .build();
    bucket.replaceConfiguration(wider, TokensInheritanceStrategy.ADDITIVE);
    // end::bucket4j-change
    // tag::weir-change
    limiter.overrides().set("alice", Limit.of(20, "1m"));
    // end::weir-change

    assertThat(bucket.getAvailableTokens()).isEqualTo(10);
    assertThat(limiter.limit("alice", 0).remaining()).isEqualTo(10);
    assertThat(limiter.limit("bob", 0).limit()).isEqualTo(10);
    limiter.overrides().set("*", Limit.of(30, "1m"));
    assertThat(limiter.limit("bob", 0).limit()).isEqualTo(30);
    assertThat(limiter.limit("alice", 0).limit()).isEqualTo(20);
  }
}
