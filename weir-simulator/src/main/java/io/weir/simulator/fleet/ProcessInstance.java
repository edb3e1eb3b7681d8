// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

/**
 * One process from its start to its end. Whoever takes its seat afterwards is another one.
 *
 * @param number counts the processes of a planet, from 0
 * @param region the number of its region
 * @param slot its seat's name, such as "region-2/node-0"
 * @param origin which of its region's origins it has
 */
public record ProcessInstance(int number, int region, String slot, OriginChoice origin) {
  /** The origins of a region. */
  public enum OriginChoice {
    NONE,
    FIRST,
    OTHER
  }

  /** With its region's first origin. */
  public ProcessInstance(int number, int region, String slot) {
    this(number, region, slot, OriginChoice.FIRST);
  }

  /** Its name on the network, which nobody else ever has. */
  public String name() {
    return slot + "#" + number;
  }

  /** The name of its region. */
  public String regionName() {
    return SimulatedFleet.regionName(region);
  }
}
