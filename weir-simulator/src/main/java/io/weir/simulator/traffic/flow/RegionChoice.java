// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

/** Chooses the regions of a spender's checks. */
public interface RegionChoice {

  /** Returns the region of a check for a random number from 0 (inclusive) to 1 (exclusive). */
  int region(double draw);

  /** Returns a uniform choice among this number of regions. */
  static RegionChoice anywhere(int regions) {
    return draw -> (int) (draw * regions);
  }

  /**
   * Returns a choice of the home region, except for a share of the checks, which are distributed over all regions,
   * including home.
   */
  static RegionChoice roamer(int home, double share, int regions) {
    return draw -> draw < share ? (int) (draw / share * regions) : home;
  }
}
