// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.Limit;
import io.weir.simulator.traffic.Ground;

/** Evenly spaced instants: exactly so many per window, from a given point of the window on. */
public final class Metronome {
  private final Ground ground;
  private final long first;
  private final long windowMillis;
  private final double perWindow;
  private long beats;

  /**
   * The first beat is the first instant of the traffic at which a window is so old.
   *
   * @param ground where and when
   * @param limit whose window
   * @param limitsPerWindow how many beats there are in a window, in limits
   * @param phaseMillis how old the window is at the first beat
   */
  public Metronome(Ground ground, Limit limit, double limitsPerWindow, long phaseMillis) {
    this.perWindow = limitsPerWindow * limit.amount();
    if (!(perWindow > 0) || perWindow == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "load must be more than 0 and finite, but was " + limitsPerWindow);
    }
    this.ground = ground;
    this.first = Math.floorMod(phaseMillis - ground.startMillis(), limit.durationMillis());
    this.windowMillis = limit.durationMillis();
  }

  /** Moves on to the next beat if it is due by this instant, and says whether it is. */
  public boolean tryBeat(long epochMillis) {
    double at = first
        + beats
            * windowMillis
            / perWindow; // exact at each whole window, as a sum of gaps would not be
    if (at >= ground.millis() || (long) at > epochMillis - ground.startMillis()) {
      return false;
    }
    beats++;
    return true;
  }

  /** How many beats there were. */
  public long beats() {
    return beats;
  }
}
