// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The behaviours of a limit while the region's shared counts are needed but unavailable. */
public enum WhenDegraded {
  /** Decide from local counts. The default: each process still enforces the whole limit by itself. */
  LOCAL,
  /**
   * Decide from local counts, and let this process spend only its share: the limit divided by the number of processes
   * last seen in the region, at least 1. If all processes do so, the region as a whole keeps to the limit. A process
   * that gets more than its share of the traffic refuses what the limit would allow. A process that never reached the
   * region knows of no others, and its share is the whole limit.
   */
  SHARE,
  /** Allow, and count what was allowed, so that the counts are correct once the region is available again. */
  OPEN,
  /** Refuse what could not be confirmed. */
  CLOSED
}
