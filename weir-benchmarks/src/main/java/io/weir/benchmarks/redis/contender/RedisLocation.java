// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

/**
 * Where a contender keeps its counts.
 *
 * @param uri of the Redis
 * @param prefix which every key there contains
 */
public record RedisLocation(String uri, String prefix) {
  String name(String key) {
    return prefix + ":" + key;
  }
}
