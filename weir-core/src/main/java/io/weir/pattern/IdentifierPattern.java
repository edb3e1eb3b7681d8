// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A pattern for identifiers: a text with stars. A star matches any sequence of characters, including none, but no line
 * feed. Every other character matches itself. {@link PatternSet} finds the pattern that applies.
 */
public final class IdentifierPattern {
  private static final char STAR = '*';

  /**
   * The most specific first: the one with the most characters other than stars, and among equals the first by its
   * text.
   */
  static final Comparator<IdentifierPattern> MOST_SPECIFIC_FIRST = Comparator.comparingLong(
          (IdentifierPattern each) -> -each.literals)
      .thenComparing(each -> each.text);

  private final String text;
  private final long literals;

  private IdentifierPattern(String text) {
    this.text = text;
    this.literals = text.codePoints().filter(each -> each != STAR).count();
  }

  /** Whether this text contains a star. */
  public static boolean hasStar(String text) {
    return text.indexOf(STAR) >= 0;
  }

  /** Creates the pattern of this text, which contains a star. */
  static IdentifierPattern of(String text) {
    if (!hasStar(text)) {
      throw new IllegalArgumentException("a pattern must contain *, but was " + text);
    }
    return new IdentifierPattern(text);
  }

  String text() {
    return text;
  }

  /** The number of characters other than stars. */
  long literals() {
    return literals;
  }

  /** The text before the first star: every matching identifier starts with it. */
  String prefix() {
    return text.substring(0, text.indexOf(STAR));
  }

  /** The text after the last star: every matching identifier ends with it. */
  String suffix() {
    return text.substring(text.lastIndexOf(STAR) + 1);
  }

  /** The non-empty texts between the stars. A matching identifier contains them in this order, without overlaps. */
  List<String> segments() {
    List<String> segments = new ArrayList<>();
    int from = text.indexOf(STAR) + 1;
    for (int star = text.indexOf(STAR, from); star >= 0; star = text.indexOf(STAR, from)) {
      if (star > from) {
        segments.add(text.substring(from, star));
      }
      from = star + 1;
    }
    return segments;
  }
}
