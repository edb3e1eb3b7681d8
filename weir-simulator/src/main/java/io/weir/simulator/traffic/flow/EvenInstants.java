// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.TrafficContext;

/** Evenly spaced instants: an exact number per window, starting at a given age of the window. */
public final class EvenInstants {
  private final TrafficContext context;
  private final long first;
  private final long windowMillis;
  private final double perWindow;
  private long count;

  /**
   * Creates instants. The first one is the first time in the traffic at which a window has the given age.
   *
   * @param context the fleet and the time span
   * @param limitPolicy the limit whose window is used
   * @param limitsPerWindow the number of instants in a window, in limits
   * @param phaseMillis the age of the window at the first instant
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

  /** Advances to the next instant if it is due by this time, and returns whether it is. */
  public boolean tryAdvance(long epochMillis) {
    double at = first
        + count * windowMillis / perWindow; // exact at each whole window, unlike a sum of gaps
    if (at >= context.millis() || (long) at > epochMillis - context.startMillis()) {
      return false;
    }
    count++;
    return true;
  }

  /** Returns the number of instants so far. */
  public long count() {
    return count;
  }
}
