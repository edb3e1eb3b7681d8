// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Arrays;
import java.util.Collection;

/** Different texts, numbered in their order, and which of them another text begins with. */
final class PrefixIndex {
  /** No text. */
  static final int NONE = -1;

  private final String[] sorted;

  /** For each the longest other one that it begins with. */
  private final int[] shorter;

  private PrefixIndex(String[] sorted, int[] shorter) {
    this.sorted = sorted;
    this.shorter = shorter;
  }

  /** Of these texts, each taken once. */
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

  /** The number of a text that is one of them. */
  int number(String text) {
    return Arrays.binarySearch(sorted, text);
  }

  /**
   * The longest of them that this text begins with; {@link #shorter} gives the others. All of them are beginnings of the last
   * one that is not behind the text, so that they have to be no longer than what it and the text have in common.
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

  /** The longest other one that this one begins with. */
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

  /** The bytes in memory, about. */
  long weight() {
    long texts = Arrays.stream(sorted).mapToLong(PatternSizes::ofText).sum();
    return texts + (long) sorted.length * (PatternSizes.REFERENCE + Integer.BYTES);
  }
}
