// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

/**
 * One process from its start to its end. Whoever takes its seat afterwards is another one.
 *
 * @param number counts the processes of a planet, from 0
 * @param region the number of its region
 * @param seat its seat's name, such as "region-2/node-0"
 * @param origin which of its region's origins it has
 */
public record Life(int number, int region, String seat, Which origin) {
  /** The origins of a region. */
  public enum Which {
    NONE,
    FIRST,
    OTHER
  }

  /** With its region's first origin. */
  public Life(int number, int region, String seat) {
    this(number, region, seat, Which.FIRST);
  }

  /** Its name on the network, which nobody else ever has. */
  public String name() {
    return seat + "#" + number;
  }

  /** The name of its region. */
  public String regionName() {
    return Planet.regionName(region);
  }
}
