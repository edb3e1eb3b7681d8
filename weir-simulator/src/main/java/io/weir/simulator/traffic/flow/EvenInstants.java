// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.TrafficContext;

/** Evenly spaced instants: exactly so many per window, from a given point of the window on. */
public final class EvenInstants {
  private final TrafficContext context;
  private final long first;
  private final long windowMillis;
  private final double perWindow;
  private long count;

  /**
   * The first beat is the first instant of the traffic at which a window is so old.
   *
   * @param context where and when
   * @param limitPolicy whose window
   * @param limitsPerWindow how many beats there are in a window, in limits
   * @param phaseMillis how old the window is at the first beat
   */
  public EvenInstants(
      TrafficContext context, LimitPolicy limitPolicy, double limitsPerWindow, long phaseMillis) {
    this.perWindow = limitsPerWindow * limitPolicy.amount();
    if (!(perWindow > 0) || perWindow == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "load must be more than 0 and finite, but was " + limitsPerWindow);
    }
    this.context = context;
    this.first = Math.floorMod(phaseMillis - context.startMillis(), limitPolicy.durationMillis());
    this.windowMillis = limitPolicy.durationMillis();
  }

  /** Moves on to the next beat if it is due by this instant, and says whether it is. */
  public boolean tryAdvance(long epochMillis) {
    double at = first
        + count
            * windowMillis
            / perWindow; // exact at each whole window, as a sum of gaps would not be
    if (at >= context.millis() || (long) at > epochMillis - context.startMillis()) {
      return false;
    }
    count++;
    return true;
  }

  /** How many beats there were. */
  public long count() {
    return count;
  }
}
