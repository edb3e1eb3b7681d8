// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/** A traffic shape, which generates checks for a given load. */
public interface TrafficShape {

  /** Returns its name in scenario files. */
  String name();

  /**
   * Creates the source of the checks.
   *
   * @param trafficContext the fleet and the time span
   * @param load the offered load, in a unit that the shape defines; for attacks, limits per window
   */
  TrafficSource traffic(TrafficContext trafficContext, double load);
}
