// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.WhenDegraded;
import io.weir.api.Limit;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.reset.ResetResult;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of limiters that share their counts over real stores. */
@Tag("integration")
class SharedStoresTest {
  private static EmbeddedBuilder limiter() {
    return EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(10, "30d")
        .closeTimeout(
            Duration.ZERO); // counts that were not published to a dead Redis do not matter here
  }

  @Test
  void twoLimitersOnOneRedisShareALimit() {
    try (RedisServer redis = RequiredServers.ownRedis();
        EmbeddedRatelimit one = limiter().redis(redis.uri()).build();
        EmbeddedRatelimit two = limiter().redis(redis.uri()).build();
        EmbeddedRatelimit other =
            limiter().redis(redis.uri()).workspace("other").build()) {
      one.limit("a", 7);
      Eventually.until("two knows what one spent", () -> two.limit("a", 0).remaining() == 3);

      assertThat(two.limit("a", 4).success()).isFalse();
      assertThat(two.limit("a", 3).success()).isTrue();
      Eventually.until("one knows what two spent", () -> one.limit("a", 0).remaining() == 0);
      assertThat(one.limit("a").success()).isFalse();
      assertThat(other.limit("a", 10).success()).isTrue();
    }
  }

  @Test
  void aResetReachesOtherLimitersOnTheSameRedis() {
    try (RedisServer redis = RequiredServers.ownRedis();
        EmbeddedRatelimit one = limiter().redis(redis.uri()).build();
        EmbeddedRatelimit two = limiter().redis(redis.uri()).build()) {
      one.limit("a", 10);
      one.limit("b", 10);
      Eventually.until("two knows what one spent", () -> two.limit("a", 0).remaining() == 0);

      ResetResult result = one.resetIdentifier("a").join();

      assertThat(result.isComplete()).isTrue();
      assertThat(one.limit("a", 0).remaining()).isEqualTo(10);
      Eventually.until("two knows of the reset", () -> two.limit("a", 0).remaining() == 10);
      assertThat(two.limit("a", 4).success()).isTrue();
      Eventually.until("one knows what two spent", () -> one.limit("a", 0).remaining() == 6);
      assertThat(one.limit("b").success()).isFalse();
      assertThat(one.in("other", Limit.of(10, "30d")).limit("a", 10).success()).isTrue();
    }
  }

  @Test
  void checksContinueWhileRedisIsUnavailable() {
    try (RedisServer redis = RequiredServers.ownRedis();
        EmbeddedRatelimit local = limiter().redis(redis.uri()).build();
        EmbeddedRatelimit closed =
            limiter().redis(redis.uri()).whenDegraded(WhenDegraded.CLOSED).build()) {
      assertThat(local.limit("a").source()).isEqualTo(Source.LIMITER);
      assertThat(local.health().originAvailable()).isTrue();

      redis.kill();

      Result degraded = local.limit("b", 4);
      assertThat(degraded.success()).isTrue();
      assertThat(degraded.remaining()).isEqualTo(6);
      assertThat(degraded.source()).isEqualTo(Source.DEGRADED);
      assertThat(degraded.isExact()).isFalse();
      Result refused = closed.limit("b");
      assertThat(refused.success()).isFalse();
      assertThat(refused.source()).isEqualTo(Source.DEGRADED);
      assertThat(refused.retryAfter()).isPresent();
      Eventually.until("it is seen", () -> !local.health().originAvailable());

      redis.restart();

      Eventually.until(
          "it is available again", () -> local.limit("b", 0).source() == Source.LIMITER);
      Eventually.until("that is detected", () -> local.health().originAvailable());
      assertThat(local.limit("b", 0).remaining()).isEqualTo(6);
    }
  }

  @Test
  void aCostAboveTheShareHasNoRetryAfter() {
    AtomicLong processes = new AtomicLong();
    Observer counting = new Observer() {
      @Override
      public void onGauge(Gauge gauge, long value) {
        if (gauge == Gauge.PROCESSES) {
          processes.set(value);
        }
      }
    };
    try (RedisServer redis = RequiredServers.ownRedis();
        EmbeddedRatelimit other = limiter().redis(redis.uri()).build();
        EmbeddedRatelimit one = limiter()
            .redis(redis.uri())
            .whenDegraded(WhenDegraded.SHARE)
            .observer(counting)
            .build()) {
      assertThat(other.limit("a").success()).isTrue();
      Eventually.until("one knows of the other", () -> processes.get() == 2);

      redis.kill();

      assertThat(one.limit("b", 6).retryAfterMillis()).isEqualTo(Result.UNKNOWN);
      assertThat(one.limit("b", 11).success()).isFalse();
      assertThat(one.limit("b", 5).success()).isTrue();
    }
  }

  @Test
  void twoRegionsOnOneDatabaseShareALimit() {
    String url = RequiredServers.mysql();
    try (EmbeddedRatelimit one = limiter().mysql(url).region("one").build();
        EmbeddedRatelimit two = limiter().mysql(url).region("two").build()) {
      one.limit("a", 10);
      Eventually.until("two knows what one spent", () -> two.limit("a", 0).remaining() == 0);

      assertThat(two.limit("a").success()).isFalse();
      assertThat(two.limit("b").success()).isTrue();
      assertThat(two.health().ledgerAvailable()).isTrue();
    }
  }
}
