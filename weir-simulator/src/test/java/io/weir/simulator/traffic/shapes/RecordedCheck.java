// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A check with its time.
 *
 * @param atMillis the time, counted from the start
 * @param check the check
 */
record RecordedCheck(long atMillis, SimulatedCheck check) {
  static final long MINUTE = 60_000;
  static final long START = 1_700_000_400_000L;

  /** Returns a context with ten regions for this number of minutes. */
  static TrafficContext minutes(long minutes, long seed) {
    return new TrafficContext(10, START, minutes * MINUTE, seed);
  }

  /** Returns all checks, generated in steps of this many milliseconds, and once more after the end. */
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

  /** Returns the checks without their times. */
  static List<SimulatedCheck> checks(List<RecordedCheck> all) {
    return all.stream().map(RecordedCheck::check).toList();
  }
}
