// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

/** An order of segments in which all that end with the same one stand together, behind it. */
final class SuffixOrder {
  private static final int NONE = SegmentAutomaton.NONE;

  /** By a segment's place in the order of texts. */
  private final int[] numbers;

  /** The last that ends with a segment; by number. */
  private final int[] last;

  /**
   * Of segments with these parents: for each the next shorter one that it ends with.
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

  /** The last number of those that end with the segment of this number; they begin with it. */
  int last(int number) {
    return last[number];
  }
}
