// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.time.CoarseClock;
import io.weir.time.EpochClock;

/** The clocks that contenders can run on. */
final class ContenderClock {
  private ContenderClock() {}

  /** The system clock for "system", a running coarse clock for "coarse". The coarse clock ticks until the JVM ends. */
  static EpochClock named(String name) {
    if (name.equals("system")) {
      return EpochClock.system();
    }
    CoarseClock coarse = new CoarseClock();
    coarse.start();
    return coarse;
  }
}
