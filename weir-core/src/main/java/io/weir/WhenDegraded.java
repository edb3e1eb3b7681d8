// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** What a limit does while the region's shared counts are needed but can't be had. */
public enum WhenDegraded {
  /** Decide from what this process knows. The default: each process still enforces the whole limit by itself. */
  LOCAL,
  /**
   * Decide from what this process knows, and let it spend only its share: the limit divided by the processes last seen in
   * the region, at least 1. If all keep to it, the region as a whole keeps to the limit. A process that gets more than its
   * share of the traffic refuses what the limit would allow. One that never reached the region knows of no others, and its
   * share is the whole limit.
   */
  SHARE,
  /** Allow, and count what was allowed, so that the truth is known once the region answers again. */
  OPEN,
  /** Refuse what could not be confirmed. */
  CLOSED
}
