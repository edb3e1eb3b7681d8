// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.load.CallerCounts;
import io.weir.benchmarks.redis.server.RedisStatistics;

/**
 * What callers saw, and what the server did for it.
 *
 * @param tally the callers'
 * @param server the server's, until what was left to do in the background was done
 */
record ContenderTurn(CallerCounts tally, RedisStatistics server) {
  double sent(RedisContenderKind redisContenderKind) {
    return redisContenderKind.sent(server.calls());
  }

  /** With those that scripts ran. */
  double run() {
    return server.allCalls();
  }

  double checks() {
    return tally.checks();
  }

  double admitted() {
    return tally.admitted();
  }

  double cpuMicros() {
    return server.cpuMicros();
  }
}
