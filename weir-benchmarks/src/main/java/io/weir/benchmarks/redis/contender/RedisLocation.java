// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

/**
 * The Redis and the key prefix of a contender.
 *
 * @param uri of the Redis
 * @param prefix part of every key of the contender
 */
public record RedisLocation(String uri, String prefix) {
  String name(String key) {
    return prefix + ":" + key;
  }
}
