// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

/** A limiter with one allowance for every key, connected to a Redis. */
public interface Contender extends AutoCloseable {
  /** May this key spend 1 now? */
  boolean allow(String key);

  /** What has to be said about the run, such as answers that did not come from where they should; else empty. */
  default String remark() {
    return "";
  }

  @Override
  void close();
}
