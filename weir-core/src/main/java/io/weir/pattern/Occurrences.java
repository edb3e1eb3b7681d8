// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;

/** Where segments occur in one text. Used by one thread at a time. */
final class Occurrences {
  /*
   * The text is read once by the automaton. What ends at a place ends with all shorter segments that end there, so the longest
   * of each place, in their SuffixOrder, is enough: the places of a segment stand together there. As soon as somebody asks for a
   * segment, its places become a set of bits, and every question after the first takes a look at a word or a few of it.
   */

  /** No place. */
  static final int NOT_FOUND = -1;

  private static final int WORD_BITS = 6;
  private static final int WORD = 1 << WORD_BITS;

  /** Where a segment's bits are, when nobody has asked for them. */
  private static final int UNKNOWN = 0;

  /** The same, when it does not occur. */
  private static final int ABSENT = -1;

  private final SegmentAutomaton segmentAutomaton;

  /** Number and place, in the order of numbers. */
  private long[] found = new long[0];

  private int foundCount;

  /** One more than where a segment's bits begin, counted in sets; by number. */
  private final int[] slots;

  private int slotCount;

  /** Which segments were asked for. */
  private int[] searched = new int[0];

  private int searchedCount;

  /** Where segments begin: one set of bits after the other. */
  private long[] bits = new long[0];

  /** Words in a set. */
  private int words;

  private String text = "";
  private boolean isRead;

  Occurrences(SegmentAutomaton segmentAutomaton) {
    this.segmentAutomaton = segmentAutomaton;
    this.slots = new int[segmentAutomaton.count()];
  }

  /** Takes another text, without reading it yet. */
  void begin(String newText) {
    text = newText;
    isRead = false;
  }

  /** Forgets the text. */
  void end() {
    text = "";
    for (int i = 0; i < searchedCount; i++) {
      slots[searched[i]] = UNKNOWN;
    }
    searchedCount = 0;
    slotCount = 0;
  }

  /** Where a segment begins next, from this place on. */
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

  /** Makes the bits of a segment of this length, whose ends were found from here to there. */
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
