// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.simulator.traffic.TrafficContext;

/** When in the course of a window somebody asks: turns time that is spent asking into time that passes. */
public interface BusyTime {

  /** How much of a window of this length is spent asking. */
  double busyMillis(long windowMillis);

  /** Milliseconds since the start, perhaps before it, after so many busy ones. Never goes backwards. */
  double at(double busyMillis);

  /** At any time. */
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

  /** In the last and the first milliseconds of each window, so many on either side of the boundary. */
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
