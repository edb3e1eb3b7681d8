// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

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

  private final List<LimitOverride> patterns;

  private OverrideTable(Map<String, LimitOverride> byIdentifier) {
    this.byIdentifier = byIdentifier;
    this.patterns = byIdentifier.values().stream()
        .filter(override -> !override.deleted() && override.identifier().indexOf(STAR) >= 0)
        .sorted(MOST_PARTICULAR_FIRST)
        .toList();
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
    for (LimitOverride each : patterns) {
      if (matches(each.identifier(), identifier)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Whether the text is one that the pattern stands for. Goes back to the last star only, so that no pattern takes longer
   * than the product of both lengths. Characters of a pair are compared one by one: a star never ends between them, since
   * no text has a second half without its first.
   */
  static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int from = -1;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == STAR) {
        star = p++;
        from = t;
      } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
        p++;
        t++;
      } else if (star >= 0 && text.charAt(from) != '\n') {
        p = star + 1;
        t = ++from;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == STAR) {
      p++;
    }
    return p == pattern.length();
  }
}
