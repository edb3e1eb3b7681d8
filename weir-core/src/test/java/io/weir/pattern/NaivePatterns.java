// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A simple reference implementation of {@link PatternSet}: tries each pattern in its order, part by part. */
final class NaivePatterns {
  private static final Comparator<String> ORDER = Comparator.comparingLong(
          (String text) -> -text.codePoints().filter(each -> each != '*').count())
      .thenComparing(text -> text);

  private final List<String> texts;

  NaivePatterns(Collection<String> texts) {
    this.texts = texts.stream().sorted(ORDER).toList();
  }

  Optional<String> match(String identifier) {
    return texts.stream().filter(text -> matches(text, identifier)).findFirst();
  }

  static boolean matches(String pattern, String identifier) {
    List<String> parts = parts(pattern);
    String first = parts.get(0);
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

  private static List<String> parts(String pattern) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int star = pattern.indexOf('*'); star >= 0; star = pattern.indexOf('*', from)) {
      parts.add(pattern.substring(from, star));
      from = star + 1;
    }
    parts.add(pattern.substring(from));
    return parts;
  }

  private static boolean hasLineFeed(String text, int from, int end) {
    int found = text.indexOf('\n', from);
    return found >= 0 && found < end;
  }
}
