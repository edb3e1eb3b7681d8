// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The overrides of a namespace, and which of them applies to whom. Never changes: a change makes a new one. */
final class OverrideTable {
  /*
   * An override with exactly the identifier's text comes first, also when the text has stars in it. Then patterns, the most
   * particular first: the one with the most characters beside its stars, and of equals the one with the smallest id. So the
   * order is the same on every server, and does not depend on when something was set.
   *
   * A star stands for any run of characters, none too, but for no line feed. Everything else stands for itself.
   */

  private static final char STAR = '*';

  private static final Comparator<LimitOverride> MOST_PARTICULAR_FIRST = Comparator.comparingLong(
          (LimitOverride override) -> -literals(override.identifier()))
      .thenComparing(LimitOverride::id);

  /** Below the order, which its making needs. */
  static final OverrideTable EMPTY = new OverrideTable(Map.of());

  /** Deleted ones too: they know what is newer. */
  private final Map<String, LimitOverride> byIdentifier;

  private final List<Pattern> patterns;

  private OverrideTable(Map<String, LimitOverride> byIdentifier) {
    this.byIdentifier = byIdentifier;
    this.patterns = byIdentifier.values().stream()
        .filter(override -> !override.deleted() && override.identifier().indexOf(STAR) >= 0)
        .sorted(MOST_PARTICULAR_FIRST)
        .map(Pattern::of)
        .toList();
  }

  /** How many there are, deleted ones too. */
  int size() {
    return byIdentifier.size();
  }

  /** How many live ones have a star. */
  int patterns() {
    return patterns.size();
  }

  boolean has(String identifier) {
    return byIdentifier.containsKey(identifier);
  }

  private static long literals(String pattern) {
    return pattern.codePoints().filter(each -> each != STAR).count();
  }

  /** The table with this state in it, unless it has a newer one. */
  OverrideTable with(LimitOverride told) {
    return withAll(List.of(told));
  }

  /** The table with these states in it, but for those of which it has newer ones. */
  OverrideTable withAll(Collection<LimitOverride> told) {
    Map<String, LimitOverride> changed = new HashMap<>(byIdentifier);
    told.forEach(each -> changed.merge(
        each.identifier(),
        each,
        (known, news) -> news.revision() > known.revision() ? news : known));
    return changed.equals(byIdentifier) ? this : new OverrideTable(changed);
  }

  /** The table without the states up to this revision. */
  OverrideTable newerThan(long revision) {
    Map<String, LimitOverride> left = new HashMap<>(byIdentifier);
    left.values().removeIf(each -> each.revision() <= revision);
    return left.size() == byIdentifier.size() ? this : new OverrideTable(left);
  }

  @Nullable
  LimitOverride match(String identifier) {
    LimitOverride exact = byIdentifier.get(identifier);
    if (exact != null && !exact.deleted()) {
      return exact;
    }
    for (Pattern each : patterns) {
      if (each.matches(identifier)) {
        return each.override();
      }
    }
    return null;
  }

  private static List<String> parts(String pattern) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int star = pattern.indexOf(STAR); star >= 0; star = pattern.indexOf(STAR, from)) {
      parts.add(pattern.substring(from, star));
      from = star + 1;
    }
    parts.add(pattern.substring(from));
    return parts;
  }

  /**
   * An override with stars, taken apart at them.
   *
   * @param override what applies
   * @param parts what stands before the first star, between them, and after the last one
   */
  private record Pattern(LimitOverride override, List<String> parts) {
    static Pattern of(LimitOverride override) {
      return new Pattern(override, OverrideTable.parts(override.identifier()));
    }

    /**
     * Whether the text is one that the pattern stands for. Each part is taken where it first occurs: if the rest does not
     * fit behind that, it fits behind no later place either. Nor does it if a line feed stands before it. Characters of
     * a pair are never parted, since no text has a second half without its first.
     */
    boolean matches(String text) {
      String first = parts.get(0);
      String last = parts.get(parts.size() - 1);
      if (text.length() < first.length() + last.length()
          || !text.startsWith(first)
          || !text.endsWith(last)) {
        return false;
      }
      int from = first.length();
      int end = text.length() - last.length();
      for (String part : parts.subList(1, parts.size() - 1)) {
        int found = text.indexOf(part, from);
        if (found < 0 || found + part.length() > end || hasLineFeed(text, from, found)) {
          return false;
        }
        from = found + part.length();
      }
      return !hasLineFeed(text, from, end);
    }

    private static boolean hasLineFeed(String text, int from, int end) {
      int found = text.indexOf('\n', from);
      return found >= 0 && found < end;
    }
  }
}
