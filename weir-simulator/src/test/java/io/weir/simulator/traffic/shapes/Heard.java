// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;

/**
 * A check and when it was made.
 *
 * @param atMillis counted from the start
 * @param ask the check
 */
record Heard(long atMillis, Ask ask) {
  static final long MINUTE = 60_000;
  static final long START = 1_700_000_400_000L;

  /** Ten regions for so many minutes. */
  static Ground minutes(long minutes, long seed) {
    return new Ground(10, START, minutes * MINUTE, seed);
  }

  /** All checks, called for in steps of this many milliseconds, and once more after the end. */
  static List<Heard> all(Traffic traffic, Ground ground, long stepMillis) {
    List<Heard> all = new ArrayList<>();
    for (long at = 0; at <= ground.millis() + stepMillis; at += stepMillis) {
      long now = at;
      traffic.until(ground.startMillis() + at, ask -> all.add(new Heard(now, ask)));
    }
    return all;
  }

  /** The checks without their instants. */
  static List<Ask> asks(List<Heard> all) {
    return all.stream().map(Heard::ask).toList();
  }
}
