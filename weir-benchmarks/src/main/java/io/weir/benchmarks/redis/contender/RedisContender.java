// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

/** A limiter with one allowance for every key, connected to a Redis. */
public interface RedisContender extends AutoCloseable {
  /** Checks whether the key may spend 1 now. */
  boolean allow(String key);

  /** How many checks so far were answered without Redis, because it did not respond in time. */
  default long unseen() {
    return 0;
  }

  @Override
  void close();
}
