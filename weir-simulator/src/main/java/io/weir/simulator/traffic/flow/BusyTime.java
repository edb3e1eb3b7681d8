// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.simulator.traffic.TrafficContext;

/** The busy periods of a window, in which checks are made: converts busy time into elapsed time. */
public interface BusyTime {

  /** Returns the busy part of a window of this length. */
  double busyMillis(long windowMillis);

  /**
   * Returns the milliseconds since the start, possibly negative, at which this much busy time has passed. Never
   * decreases.
   */
  double at(double busyMillis);

  /** Returns busy time that covers the whole window. */
  static BusyTime always() {
    return new BusyTime() {
      @Override
      public double busyMillis(long windowMillis) {
        return windowMillis;
      }

      @Override
      public double at(double busyMillis) {
        return busyMillis;
      }
    };
  }

  /**
   * Returns busy time in the last and the first milliseconds of each window, the same length on either side of the
   * boundary.
   */
  static BusyTime aroundBoundaries(
      TrafficContext trafficContext, long windowMillis, long sideMillis) {
    long phase = Math.floorMod(trafficContext.startMillis(), windowMillis);
    return new BusyTime() {
      @Override
      public double busyMillis(long ofWindowMillis) {
        return 2.0 * sideMillis;
      }

      @Override
      public double at(double busyMillis) {
        double window = Math.floor(busyMillis / (2 * sideMillis));
        double within = busyMillis - window * 2 * sideMillis;
        double gap = within < sideMillis ? 0 : windowMillis - 2 * sideMillis;
        return window * windowMillis + within + gap - phase;
      }
    };
  }
}
