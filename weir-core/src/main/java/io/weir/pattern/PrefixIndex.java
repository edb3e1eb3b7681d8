// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;
import java.util.Collection;

/** An index of distinct texts, numbered in their order, that finds those which are prefixes of another text. */
final class PrefixIndex {
  /** The result if there is no such text. */
  static final int NONE = -1;

  private final String[] sorted;

  /** For each text, the longest other one that is a prefix of it. */
  private final int[] shorter;

  private PrefixIndex(String[] sorted, int[] shorter) {
    this.sorted = sorted;
    this.shorter = shorter;
  }

  /** Creates an index of these texts. Duplicates are ignored. */
  static PrefixIndex of(Collection<String> texts) {
    String[] sorted = texts.stream().distinct().sorted().toArray(String[]::new);
    int[] shorter = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      int candidate = i - 1;
      while (candidate != NONE && !sorted[i].startsWith(sorted[candidate])) {
        candidate = shorter[candidate];
      }
      shorter[i] = candidate;
    }
    return new PrefixIndex(sorted, shorter);
  }

  int count() {
    return sorted.length;
  }

  int length(int number) {
    return sorted[number].length();
  }

  /** The number of one of the texts. */
  int number(String text) {
    return Arrays.binarySearch(sorted, text);
  }

  /**
   * The longest of the texts that is a prefix of this one; {@link #shorter} gives the others. All of them are prefixes
   * of the last text that is not greater than this one, so they need only be no longer than the common prefix of both.
   */
  int longest(String text) {
    int found = Arrays.binarySearch(sorted, text);
    int candidate = found >= 0 ? found : -found - 2;
    if (candidate == NONE) {
      return NONE;
    }
    int common = common(text, sorted[candidate]);
    while (candidate != NONE && sorted[candidate].length() > common) {
      candidate = shorter[candidate];
    }
    return candidate;
  }

  /** The longest other text that is a prefix of this one. */
  int shorter(int number) {
    return shorter[number];
  }

  private static int common(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int common = 0;
    while (common < most && one.charAt(common) == other.charAt(common)) {
      common++;
    }
    return common;
  }

  /** The approximate memory, in bytes. */
  long weight() {
    long texts = Arrays.stream(sorted).mapToLong(PatternSizes::ofText).sum();
    return texts + (long) sorted.length * (PatternSizes.REFERENCE + Integer.BYTES);
  }
}
