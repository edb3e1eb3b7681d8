// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

/** A limiter with one allowance for every key, connected to a Redis. */
public interface RedisContender extends AutoCloseable {
  /** May this key spend 1 now? */
  boolean allow(String key);

  /** How many answers so far were given without Redis, because it could not be asked in time. */
  default long unseen() {
    return 0;
  }

  @Override
  void close();
}
