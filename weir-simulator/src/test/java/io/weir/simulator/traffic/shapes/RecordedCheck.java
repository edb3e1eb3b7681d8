// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A check and when it was made.
 *
 * @param atMillis counted from the start
 * @param check the check
 */
record RecordedCheck(long atMillis, SimulatedCheck check) {
  static final long MINUTE = 60_000;
  static final long START = 1_700_000_400_000L;

  /** Ten regions for so many minutes. */
  static TrafficContext minutes(long minutes, long seed) {
    return new TrafficContext(10, START, minutes * MINUTE, seed);
  }

  /** All checks, called for in steps of this many milliseconds, and once more after the end. */
  static List<RecordedCheck> all(
      TrafficSource trafficSource, TrafficContext trafficContext, long stepMillis) {
    List<RecordedCheck> all = new ArrayList<>();
    for (long at = 0; at <= trafficContext.millis() + stepMillis; at += stepMillis) {
      long now = at;
      trafficSource.generateUntil(
          trafficContext.startMillis() + at, check -> all.add(new RecordedCheck(now, check)));
    }
    return all;
  }

  /** The checks without their instants. */
  static List<SimulatedCheck> checks(List<RecordedCheck> all) {
    return all.stream().map(RecordedCheck::check).toList();
  }
}
