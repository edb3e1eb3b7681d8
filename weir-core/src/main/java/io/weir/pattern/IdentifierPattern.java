// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * A text with stars, which stands for identifiers. A star stands for any run of characters, none too, but for no line
 * feed. Everything else stands for itself.
 */
public final class IdentifierPattern {
  private static final char STAR = '*';

  /** What stands before the first star, between them, and after the last one. */
  private final List<String> parts;

  private final long literals;

  private IdentifierPattern(String text) {
    this.parts = parts(text);
    this.literals = text.codePoints().filter(each -> each != STAR).count();
  }

  /** Whether this text has a star in it. */
  public static boolean hasStar(String text) {
    return text.indexOf(STAR) >= 0;
  }

  /** The pattern of this text. Without a star it stands for itself alone. */
  public static IdentifierPattern of(String text) {
    return new IdentifierPattern(text);
  }

  /** How many characters it has beside its stars: the more, the more particular. */
  public long literals() {
    return literals;
  }

  private static List<String> parts(String pattern) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int star = pattern.indexOf(STAR); star >= 0; star = pattern.indexOf(STAR, from)) {
      parts.add(pattern.substring(from, star));
      from = star + 1;
    }
    parts.add(pattern.substring(from));
    return List.copyOf(parts);
  }

  /**
   * Whether the pattern stands for this identifier. Each part is taken where it first occurs: if the rest does not fit
   * behind that, it fits behind no later place either. Nor does it if a line feed stands before it. Characters of a pair
   * are never parted, since no text has a second half without its first.
   */
  public boolean matches(String identifier) {
    String first = parts.get(0);
    if (parts.size() == 1) {
      return identifier.equals(first);
    }
    String last = parts.get(parts.size() - 1);
    if (identifier.length() < first.length() + last.length()
        || !identifier.startsWith(first)
        || !identifier.endsWith(last)) {
      return false;
    }
    int from = first.length();
    int end = identifier.length() - last.length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = identifier.indexOf(part, from);
      if (found < 0 || found + part.length() > end || hasLineFeed(identifier, from, found)) {
        return false;
      }
      from = found + part.length();
    }
    return !hasLineFeed(identifier, from, end);
  }

  private static boolean hasLineFeed(String text, int from, int end) {
    int found = text.indexOf('\n', from);
    return found >= 0 && found < end;
  }
}
