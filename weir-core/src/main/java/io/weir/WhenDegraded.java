// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** What a limit does while the region's shared counts are needed but can't be had. */
public enum WhenDegraded {
  /** Decide from what this process knows. The default: each process still enforces the whole limit by itself. */
  LOCAL,
  /** Allow, and count what was allowed, so that the truth is known once the region answers again. */
  OPEN,
  /** Refuse what could not be confirmed. */
  CLOSED
}
