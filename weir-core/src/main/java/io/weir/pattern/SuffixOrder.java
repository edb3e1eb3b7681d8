// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

/** An order of segments in which all segments with the same suffix segment follow it contiguously. */
final class SuffixOrder {
  private static final int NONE = SegmentAutomaton.NONE;

  /** Numbers, by a segment's index in the order of texts. */
  private final int[] numbers;

  /** The last segment that ends with a segment; by number. */
  private final int[] last;

  /**
   * Creates the order of segments with these parents: for each, the longest shorter segment that it ends with.
   *
   * @param byLength all segments, short ones first
   */
  SuffixOrder(int[] parents, int[] byLength) {
    int count = parents.length;
    this.numbers = new int[count];
    this.last = new int[count];
    int[] size = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      int segment = byLength[i];
      size[segment]++;
      if (parents[segment] != NONE) {
        size[parents[segment]] += size[segment];
      }
    }
    int[] free = new int[count];
    int next = 0;
    for (int segment : byLength) {
      int parent = parents[segment];
      if (parent == NONE) {
        numbers[segment] = next;
        next += size[segment];
      } else {
        numbers[segment] = free[parent];
        free[parent] += size[segment];
      }
      free[segment] = numbers[segment] + 1;
      last[numbers[segment]] = numbers[segment] + size[segment] - 1;
    }
  }

  /** The number of a segment. */
  int number(int segment) {
    return numbers[segment];
  }

  /** The last number of the segments that end with the segment of this number; it is the first of them. */
  int last(int number) {
    return last[number];
  }
}
