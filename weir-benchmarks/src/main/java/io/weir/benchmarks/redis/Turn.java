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
  double sentPerCheck(Kind kind) {
    return kind.sent(server.calls()) / (double) tally.checks();
  }

  double sentPerAdmitted(Kind kind) {
    return kind.sent(server.calls()) / (double) tally.admitted();
  }

  /** With those that scripts ran. */
  double allPerAdmitted() {
    return server.allCalls() / (double) tally.admitted();
  }

  double cpuMicrosPerAdmitted() {
    return server.cpuMicros() / tally.admitted();
  }

  double admittedShare() {
    return tally.admitted() / (double) tally.checks();
  }
}
