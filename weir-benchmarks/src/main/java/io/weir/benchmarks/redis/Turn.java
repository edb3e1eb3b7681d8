// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.load.Tally;
import io.weir.benchmarks.redis.server.Statistics;

/**
 * What callers saw, and what the server did for it.
 *
 * @param tally the callers'
 * @param server the server's, until what was left to do in the background was done
 */
record Turn(Tally tally, Statistics server) {
  double sent(Kind kind) {
    return kind.sent(server.calls());
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
