// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A text with stars, which stands for identifiers. A star stands for any run of characters, none too, but for no line
 * feed. Everything else stands for itself. {@link PatternSet} finds the pattern that applies.
 */
public final class IdentifierPattern {
  private static final char STAR = '*';

  /** The most particular first: the one with the most characters beside its stars, and of equals the first by its text. */
  static final Comparator<IdentifierPattern> MOST_SPECIFIC_FIRST = Comparator.comparingLong(
          (IdentifierPattern each) -> -each.literals)
      .thenComparing(each -> each.text);

  private final String text;
  private final long literals;

  private IdentifierPattern(String text) {
    this.text = text;
    this.literals = text.codePoints().filter(each -> each != STAR).count();
  }

  /** Whether this text has a star in it. */
  public static boolean hasStar(String text) {
    return text.indexOf(STAR) >= 0;
  }

  /** The pattern of this text, which has a star. */
  static IdentifierPattern of(String text) {
    if (!hasStar(text)) {
      throw new IllegalArgumentException("a pattern must contain *, but was " + text);
    }
    return new IdentifierPattern(text);
  }

  String text() {
    return text;
  }

  /** How many characters it has beside its stars. */
  long literals() {
    return literals;
  }

  /** What stands before the first star: the beginning of every identifier that it matches. */
  String prefix() {
    return text.substring(0, text.indexOf(STAR));
  }

  /** What stands after the last star: the end of every identifier that it matches. */
  String suffix() {
    return text.substring(text.lastIndexOf(STAR) + 1);
  }

  /** What stands between the stars, without empty texts: identifiers have them in this order, one behind the other. */
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
