// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.Observer;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;

/**
 * This process, as its agents know it: its name, its clocks, and who hears of what they do.
 *
 * @param incarnation the names under which it writes
 * @param clock wall time
 * @param elapsed elapsed time
 * @param observer hears what happens
 */
public record ProcessContext(
    Incarnation incarnation, EpochClock clock, NanoClock elapsed, Observer observer) {

  /** Wall time now, in Unix milliseconds. */
  public long epochMillis() {
    return clock.epochMillis();
  }

  /** Elapsed time now, in milliseconds since an arbitrary instant. */
  public long elapsedMillis() {
    return elapsed.elapsedMillis();
  }
}
