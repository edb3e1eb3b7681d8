// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

/** In which regions somebody asks. */
public interface RegionChoice {

  /** The region of a check, for a number of 0 (included) to 1 (excluded). */
  int region(double draw);

  /** In any of so many regions, all alike. */
  static RegionChoice anywhere(int regions) {
    return draw -> (int) (draw * regions);
  }

  /** At home, but for this share of the checks, which go to any of the regions, home included. */
  static RegionChoice roamer(int home, double share, int regions) {
    return draw -> draw < share ? (int) (draw / share * regions) : home;
  }
}
