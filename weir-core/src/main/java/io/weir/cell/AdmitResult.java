// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

/** The outcome of one attempt to spend from a cell or a subject. */
public enum AdmitResult {
  /** The cost fits and is held. */
  ADMITTED,
  /** The cost does not fit; nothing changed. */
  REFUSED,
  /**
   * The cost fits the known counts, but this process has spent too much that the region does not know of. Nothing
   * changed.
   */
  AHEAD,
  /** The cell or subject no longer accepts new cost: look up its successor and try again. */
  SEALED
}
