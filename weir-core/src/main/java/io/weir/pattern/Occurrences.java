// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;

/** An index of where segments occur in one text. Used by one thread at a time. */
final class Occurrences {
  /*
   * The automaton reads the text once. A segment that ends at a position implies all shorter segments that end there,
   * so the longest one of each position is enough: in SuffixOrder, the entries that imply a segment are contiguous.
   * The first query for a segment turns its positions into a bit set. Every later query reads one or a few words of
   * it.
   */

  /** The result if there is no occurrence. */
  static final int NOT_FOUND = -1;

  private static final int WORD_BITS = 6;
  private static final int WORD = 1 << WORD_BITS;

  /** The slot of a segment that was not queried yet. */
  private static final int UNKNOWN = 0;

  /** The slot of a segment that does not occur. */
  private static final int ABSENT = -1;

  private final SegmentAutomaton segmentAutomaton;

  /** Pairs of segment number and position, ordered by number. */
  private long[] found = new long[0];

  private int foundCount;

  /** One plus the index of a segment's bit set; by segment number. */
  private final int[] slots;

  private int slotCount;

  /** The segments that were queried. */
  private int[] searched = new int[0];

  private int searchedCount;

  /** The start positions of segments: one bit set after the other. */
  private long[] bits = new long[0];

  /** Words in a bit set. */
  private int words;

  private String text = "";
  private boolean isRead;

  Occurrences(SegmentAutomaton segmentAutomaton) {
    this.segmentAutomaton = segmentAutomaton;
    this.slots = new int[segmentAutomaton.count()];
  }

  /** Sets another text, without reading it yet. */
  void begin(String newText) {
    text = newText;
    isRead = false;
  }

  /** Releases the text. */
  void end() {
    text = "";
    for (int i = 0; i < searchedCount; i++) {
      slots[searched[i]] = UNKNOWN;
    }
    searchedCount = 0;
    slotCount = 0;
  }

  /** The first start position of a segment at or after {@code from}. */
  int next(int segment, int from) {
    int slot = slots[segment];
    if (slot == UNKNOWN) {
      slot = slotOf(segment);
    }
    if (slot == ABSENT) {
      return NOT_FOUND;
    }
    int first = (slot - 1) * words;
    int word = from >>> WORD_BITS;
    if (word >= words) {
      return NOT_FOUND;
    }
    long left = bits[first + word] >>> from;
    if (left != 0) {
      return from + Long.numberOfTrailingZeros(left);
    }
    for (word++; word < words; word++) {
      if (bits[first + word] != 0) {
        return word * WORD + Long.numberOfTrailingZeros(bits[first + word]);
      }
    }
    return NOT_FOUND;
  }

  private int slotOf(int segment) {
    if (!isRead) {
      read();
    }
    if (searchedCount == searched.length) {
      searched = Arrays.copyOf(searched, Math.max(16, 2 * searchedCount));
    }
    searched[searchedCount++] = segment;
    int from = firstFound((long) segment << Integer.SIZE);
    int to = firstFound((long) (segmentAutomaton.order().last(segment) + 1) << Integer.SIZE);
    slots[segment] = from == to ? ABSENT : newSlot(from, to, segmentAutomaton.length(segment));
    return slots[segment];
  }

  /** Creates the bit set of a segment of this length from the entries of {@code found} between two indexes. */
  private int newSlot(int from, int to, int length) {
    int first = slotCount * words;
    if (bits.length < first + words) {
      bits = Arrays.copyOf(bits, Math.max(first + words, 2 * bits.length));
    }
    Arrays.fill(bits, first, first + words, 0);
    for (int i = from; i < to; i++) {
      int begins = (int) found[i] - length;
      bits[first + begins / WORD] |= 1L << begins;
    }
    return ++slotCount;
  }

  private int firstFound(long key) {
    if (foundCount == 0 || key > found[foundCount - 1]) {
      return foundCount;
    }
    int place = Arrays.binarySearch(found, 0, foundCount, key);
    return place < 0 ? -place - 1 : place;
  }

  private void read() {
    isRead = true;
    words = text.length() / WORD + 1;
    foundCount = 0;
    if (found.length < text.length()) {
      found = new long[text.length()];
    }
    int node = SegmentAutomaton.ROOT;
    for (int i = 0; i < text.length(); i++) {
      node = segmentAutomaton.next(node, text.charAt(i));
      int longest = segmentAutomaton.longest(node);
      if (longest != SegmentAutomaton.NONE) {
        found[foundCount++] = (long) longest << Integer.SIZE | (i + 1);
      }
    }
    Arrays.sort(found, 0, foundCount);
  }
}
