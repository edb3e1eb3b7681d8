// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * One fixed window of one subject, as the stores know it.
 *
 * @param subject whose counts
 * @param sequence the number of the window: its start divided by its length
 */
public record CellKey(SubjectKey subject, long sequence) {

  /** The instant from which the cell can no longer weigh on any decision: the end of the window after it. */
  public long expiresAtMillis() {
    return (sequence + 2) * subject.durationMillis();
  }
}
