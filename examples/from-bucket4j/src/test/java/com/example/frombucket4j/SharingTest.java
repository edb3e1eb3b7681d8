// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One limit for several processes, with a real Redis. */
class SharingTest {
  @Test
  void bothKeepTheirCountsInRedis() {
    try (RedisServer redis = RequiredServers.ownRedis()) {
      String uri = redis.uri();
      assertThat(bucketOver(uri)).isTrue();
      assertThat(limiterOver(uri)).isTrue();
    }
  }

  private static boolean bucketOver(String uri) {
    // tag::bucket4j-redis
    RedisClient redis = RedisClient.create(uri);
    ProxyManager<String> buckets = Bucket4jLettuce.casBasedBuilder(
            redis.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
        .expirationAfterWrite(ExpirationAfterWriteStrategy.fixedTimeToLive(Duration.ofMinutes(2)))
        .build();
    BucketConfiguration configuration = BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofMinutes(1)))
        .build();
    Bucket bucket = buckets.builder().build("alice", () -> configuration);
    boolean passed = bucket.tryConsume(1);
    // end::bucket4j-redis
    redis.shutdown();
    return passed;
  }

  private static boolean limiterOver(String uri) {
    // tag::weir-redis
    Ratelimit limiter =
        EmbeddedRatelimit.builder().namespace("api").limit(10, "1m").redis(uri).build();
    boolean passed = limiter.limit("alice").success();
    // end::weir-redis
    limiter.close();
    return passed;
  }
}
