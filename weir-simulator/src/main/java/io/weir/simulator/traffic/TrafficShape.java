// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/** A kind of traffic. */
public interface TrafficShape {

  /** Its name in scenario files. */
  String name();

  /**
   * The checks themselves.
   *
   * @param trafficContext where they take place
   * @param load how much is offered: what it means is the shape's own affair; for attacks, limits per window
   */
  TrafficSource traffic(TrafficContext trafficContext, double load);
}
