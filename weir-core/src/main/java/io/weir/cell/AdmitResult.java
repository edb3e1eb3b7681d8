// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

/** What became of one attempt to spend from a cell or a subject. */
public enum AdmitResult {
  /** The cost fits and is held. */
  ADMITTED,
  /** The cost does not fit; nothing changed. */
  REFUSED,
  /** The cost fits what is known, but this process has spent too much that the region does not know of; nothing changed. */
  AHEAD,
  /** The cell or subject no longer takes new cost: look for its successor and try again. */
  SEALED
}
