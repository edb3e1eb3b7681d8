// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiter with its defaults. Keeps the limiter object of every key and sets its rate once. */
final class RedissonOverRedis implements RedisContender {
  private final RedisLocation redisLocation;
  private final Allowance allowance;
  private final RedissonClient client;
  private final ConcurrentMap<String, RRateLimiter> limiters = new ConcurrentHashMap<>();

  RedissonOverRedis(RedisLocation redisLocation, Allowance allowance) {
    this.redisLocation = redisLocation;
    this.allowance = allowance;
    Config config = new Config();
    config.useSingleServer().setAddress(redisLocation.uri());
    this.client = Redisson.create(config);
  }

  @Override
  public boolean allow(String key) {
    return limiters.computeIfAbsent(key, this::limiter).tryAcquire();
  }

  private RRateLimiter limiter(String key) {
    RRateLimiter limiter = client.getRateLimiter(redisLocation.name(key));
    boolean unused = limiter.trySetRate(RateType.OVERALL, allowance.amount(), allowance.per());
    return limiter;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
