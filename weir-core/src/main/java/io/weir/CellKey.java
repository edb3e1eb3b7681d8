// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * One fixed window of one subject, as the stores know it.
 *
 * @param subject whose counts
 * @param sequence the number of the window: its start divided by its length
 */
public record CellKey(SubjectKey subject, long sequence) {

  /**
   * The most that one writer's count in a store can be, 2^53: a larger one, or a negative one, is a mistake and left out. A
   * process that admitted more tells this much.
   */
  public static final long MAX_COUNT = 1L << 53;

  /** Whether a writer can have admitted this much. */
  public static boolean isPlausible(long count) {
    return count >= 0 && count <= MAX_COUNT;
  }

  /** The instant from which the cell can no longer weigh on any decision: the end of the window after it. */
  public long expiresAtMillis() {
    return (sequence + 2) * subject.durationMillis();
  }
}
