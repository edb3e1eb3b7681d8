// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.embedded.EmbeddedRatelimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Creating a limiter, and spending. */
class SpendingTest {
  private final BothLimiters bothLimiters = new BothLimiters();
  private final Bucket bucket = bothLimiters.bucket(10);
  private final Ratelimit limiter = bothLimiters.limiter(10);

  @AfterEach
  void close() {
    bothLimiters.close();
  }

  @Test
  void aNewLimiterAdmitsTheFirstRequest() {
    // tag::bucket4j-create
    Bucket bucket = Bucket.builder()
        .addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofMinutes(1)))
        .build();
    // end::bucket4j-create
    // tag::weir-create
    Ratelimit limiter =
        EmbeddedRatelimit.builder().namespace("api").limit(10, "1m").build();
    // end::weir-create

    assertThat(bucket.tryConsume(10)).isTrue();
    assertThat(limiter.limit("everybody", 10).success()).isTrue();
    limiter.close();
  }

  private boolean oneFromBucket() {
    // tag::bucket4j-one
    boolean passed = bucket.tryConsume(1);
    // end::bucket4j-one
    return passed;
  }

  private boolean oneFromLimiter() {
    // tag::weir-one
    boolean passed = limiter.limit("everybody").success();
    // end::weir-one
    return passed;
  }

  @Test
  void theEleventhRequestIsRefused() {
    for (int i = 0; i < 10; i++) {
      assertThat(oneFromBucket()).isTrue();
      assertThat(oneFromLimiter()).isTrue();
    }

    assertThat(oneFromBucket()).isFalse();
    assertThat(oneFromLimiter()).isFalse();
  }

  private boolean manyFromBucket() {
    // tag::bucket4j-many
    boolean passed = bucket.tryConsume(4);
    // end::bucket4j-many
    return passed;
  }

  private boolean manyFromLimiter() {
    // tag::weir-many
    boolean passed = limiter.limit("everybody", 4).success();
    // end::weir-many
    return passed;
  }

  @Test
  void aCostThatDoesNotFitSpendsNothing() {
    for (boolean expected : List.of(true, true, false)) {
      assertThat(manyFromBucket()).isEqualTo(expected);
      assertThat(manyFromLimiter()).isEqualTo(expected);
    }
    assertThat(bucket.getAvailableTokens()).isEqualTo(2);
    assertThat(limiter.limit("everybody", 0).remaining()).isEqualTo(2);
  }

  private String probedBucket() {
    // tag::bucket4j-probe
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(4);
    String answer = probe.isConsumed()
        ? probe.getRemainingTokens() + " left"
        : "wait " + TimeUnit.NANOSECONDS.toMillis(probe.getNanosToWaitForRefill()) + " ms";
    // end::bucket4j-probe
    return answer;
  }

  private String probedLimiter() {
    // tag::weir-probe
    Result result = limiter.limit("everybody", 4);
    String answer = result.success()
        ? result.remaining() + " left"
        : "wait " + result.retryAfterMillis() + " ms";
    // end::weir-probe
    return answer;
  }

  @Test
  void bothReportRemainingAndRetryAfter() {
    assertThat(probedBucket()).isEqualTo("6 left");
    assertThat(probedLimiter()).isEqualTo("6 left");
    assertThat(probedBucket()).isEqualTo("2 left");
    assertThat(probedLimiter()).isEqualTo("2 left");
    // A token is refilled every 6 s; a window gives nothing back before it ends.
    assertThat(probedBucket()).isEqualTo("wait 12000 ms");
    assertThat(probedLimiter()).isEqualTo("wait 67501 ms");

    bothLimiters.clock().advanceMillis(12_000);
    assertThat(probedBucket()).isEqualTo("0 left");
    bothLimiters.clock().advanceMillis(67_501 - 12_000);
    assertThat(probedLimiter()).isEqualTo("0 left");
  }

  @Test
  void eachUserHasASeparateLimit() {
    // tag::bucket4j-users
    Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    boolean passed = buckets.computeIfAbsent("alice", user -> newBucket()).tryConsume(1);
    // end::bucket4j-users
    assertThat(passed).isTrue();
    assertThat(buckets.get("alice").getAvailableTokens()).isEqualTo(9);
    boolean admitted = perUserLimiter();
    assertThat(admitted).isTrue();
    assertThat(limiter.limit("alice", 0).remaining()).isEqualTo(9);
    assertThat(limiter.limit("bob", 0).remaining()).isEqualTo(10);
  }

  private Bucket newBucket() {
    return bothLimiters.bucket(10);
  }

  private boolean perUserLimiter() {
    // tag::weir-users
    boolean passed = limiter.limit("alice").success();
    // end::weir-users
    return passed;
  }

  private boolean severalLimits() {
    // tag::weir-several
    BatchResult both = limiter.limitAll(List.of(
        Check.of("alice").limit(3, Duration.ofSeconds(1)),
        Check.of("alice").limit(10, Duration.ofMinutes(1))));
    boolean passed = both.success();
    // end::weir-several
    return passed;
  }

  @Test
  void severalLimitsAreChargedTogetherOrNotAtAll() {
    // tag::bucket4j-several
    Bucket bucket = Bucket.builder()
        .addLimit(limit -> limit.capacity(3).refillGreedy(3, Duration.ofSeconds(1)))
        .addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofMinutes(1)))
        .build();
    boolean passed = bucket.tryConsume(1);
    // end::bucket4j-several
    assertThat(passed).isTrue();

    for (int i = 0; i < 3; i++) {
      assertThat(severalLimits()).isTrue();
    }
    assertThat(severalLimits()).isFalse();
    assertThat(limiter.limit("alice", 0).remaining()).isEqualTo(7);
  }

  private boolean estimatedBucket() {
    // tag::bucket4j-look
    EstimationProbe probe = bucket.estimateAbilityToConsume(4);
    boolean fits = probe.canBeConsumed();
    // end::bucket4j-look
    return fits;
  }

  private boolean estimatedLimiter() {
    // tag::weir-look
    boolean fits = limiter.limit("everybody", 0).remaining() >= 4;
    // end::weir-look
    return fits;
  }

  @Test
  void aLookSpendsNothing() {
    for (int i = 0; i < 5; i++) {
      assertThat(estimatedBucket()).isTrue();
      assertThat(estimatedLimiter()).isTrue();
    }
    bucket.tryConsume(7);
    limiter.limit("everybody", 7);

    assertThat(estimatedBucket()).isFalse();
    assertThat(estimatedLimiter()).isFalse();
  }
}
