// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.Observer;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;

/**
 * The context of a process that its agents share: its names, its clocks and its observer.
 *
 * @param incarnation the names under which it writes
 * @param clock wall time
 * @param elapsed elapsed time
 * @param observer receives events
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
