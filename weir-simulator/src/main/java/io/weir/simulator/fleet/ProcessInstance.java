// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

/**
 * One process from start to end. Its successor in the same slot is a different instance.
 *
 * @param number the number of the process within the fleet, from 0
 * @param region the number of its region
 * @param slot the name of its slot, such as "region-2/node-0"
 * @param origin the one of its region's origins that it uses
 */
public record ProcessInstance(int number, int region, String slot, OriginChoice origin) {
  /** The origins that a process can use. */
  public enum OriginChoice {
    NONE,
    FIRST,
    OTHER
  }

  /** Creates an instance that uses its region's first origin. */
  public ProcessInstance(int number, int region, String slot) {
    this(number, region, slot, OriginChoice.FIRST);
  }

  /** Returns its unique name on the network. */
  public String name() {
    return slot + "#" + number;
  }

  /** Returns the name of its region. */
  public String regionName() {
    return SimulatedFleet.regionName(region);
  }
}
