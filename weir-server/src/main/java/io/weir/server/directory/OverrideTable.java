// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
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
   * particular first: the one with the most characters beside its stars, and of equals the first by its text. So the order is
   * the same on every server and in embedded limiters, and does not depend on when something was set.
   */

  private static final Comparator<Starred> MOST_PARTICULAR_FIRST = Comparator.comparingLong(
          (Starred each) -> -each.stars().literals())
      .thenComparing(each -> each.override().identifier());

  /** Below the order, which its making needs. */
  static final OverrideTable EMPTY = new OverrideTable(Map.of());

  /** Deleted ones too: they know what is newer. */
  private final Map<String, LimitOverride> byIdentifier;

  private final List<Starred> patterns;

  private OverrideTable(Map<String, LimitOverride> byIdentifier) {
    this.byIdentifier = byIdentifier;
    this.patterns = byIdentifier.values().stream()
        .filter(override -> !override.deleted() && IdentifierPattern.hasStar(override.identifier()))
        .map(Starred::of)
        .sorted(MOST_PARTICULAR_FIRST)
        .toList();
  }

  /** How many there are, deleted ones too. */
  int size() {
    return byIdentifier.size();
  }

  /** Those that were not deleted. */
  List<LimitOverride> live() {
    return byIdentifier.values().stream().filter(each -> !each.deleted()).toList();
  }

  /** How many live ones have a star. */
  int patterns() {
    return patterns.size();
  }

  boolean has(String identifier) {
    return byIdentifier.containsKey(identifier);
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
    for (Starred each : patterns) {
      if (each.stars().matches(identifier)) {
        return each.override();
      }
    }
    return null;
  }

  /**
   * An override with stars.
   *
   * @param override what applies
   * @param stars to whom
   */
  private record Starred(LimitOverride override, IdentifierPattern stars) {
    static Starred of(LimitOverride override) {
      return new Starred(override, IdentifierPattern.of(override.identifier()));
    }
  }
}
