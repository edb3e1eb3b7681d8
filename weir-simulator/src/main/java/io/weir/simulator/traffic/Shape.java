// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/** A kind of traffic. */
public interface Shape {

  /** Its name in scenario files. */
  String name();

  /**
   * The checks themselves.
   *
   * @param ground where they take place
   * @param load how much is offered: what it means is the shape's own affair; for attacks, limits per window
   */
  Traffic traffic(Ground ground, double load);
}
