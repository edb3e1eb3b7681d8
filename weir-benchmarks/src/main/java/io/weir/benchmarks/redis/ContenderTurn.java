// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.load.CallerCounts;
import io.weir.benchmarks.redis.server.RedisStatistics;

/**
 * The callers' counts and the server's statistics of one turn.
 *
 * @param tally the callers' counts
 * @param server the server's statistics, until the background work of the turn was done
 */
record ContenderTurn(CallerCounts tally, RedisStatistics server) {
  double sent(RedisContenderKind redisContenderKind) {
    return redisContenderKind.sent(server.calls());
  }

  /** The number of commands that Redis ran, including those in scripts. */
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
