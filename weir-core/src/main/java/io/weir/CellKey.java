// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * The identity of a cell in the stores: one fixed window of one subject.
 *
 * @param subject the subject that the counts belong to
 * @param sequence the number of the window: its start divided by its length
 */
public record CellKey(SubjectKey subject, long sequence) {

  /**
   * The largest count of one writer in a store, 2^53. A larger or negative one is invalid and skipped. A process that
   * admitted more publishes this value.
   */
  public static final long MAX_COUNT = 1L << 53;

  /** Whether a writer can have admitted this amount. */
  public static boolean isPlausible(long count) {
    return count >= 0 && count <= MAX_COUNT;
  }

  /** The instant from which the cell can no longer affect any decision: the end of the window after it. */
  public long expiresAtMillis() {
    return (sequence + 2) * subject.durationMillis();
  }
}
