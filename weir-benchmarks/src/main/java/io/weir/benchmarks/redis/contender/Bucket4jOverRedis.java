// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Bucket4j with compare-and-swap over one Lettuce connection, with its defaults. Keeps the bucket object of every key.
 */
final class Bucket4jOverRedis implements RedisContender {
  private final RedisLocation redisLocation;
  private final RedisClient client;
  private final ProxyManager<String> proxies;
  private final BucketConfiguration configuration;
  private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();

  Bucket4jOverRedis(RedisLocation redisLocation, Allowance allowance) {
    this.redisLocation = redisLocation;
    this.configuration = BucketConfiguration.builder()
        .addLimit(limit ->
            limit.capacity(allowance.amount()).refillGreedy(allowance.amount(), allowance.per()))
        .build();
    this.client = RedisClient.create(redisLocation.uri());
    try {
      this.proxies = Bucket4jLettuce.casBasedBuilder(
              client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
          .expirationAfterWrite(
              // With an expiration based on the refill time, an almost full bucket would expire
              // before the next check.
              ExpirationAfterWriteStrategy.fixedTimeToLive(allowance.per().multipliedBy(2)))
          .build();
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  @Override
  public boolean allow(String key) {
    return buckets.computeIfAbsent(key, this::bucket).tryConsume(1);
  }

  private Bucket bucket(String key) {
    return proxies.builder().build(redisLocation.name(key), () -> configuration);
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
