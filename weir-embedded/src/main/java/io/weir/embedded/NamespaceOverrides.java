// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.api.Overrides.Entry;
import io.weir.engine.Limiter;
import io.weir.pattern.IdentifierPattern;
import io.weir.pattern.PatternTable;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The overrides of a namespace in this process's memory, with the look-up of the one that applies to an identifier.
 */
final class NamespaceOverrides {
  /*
   * The precedence is the same as on a server: first an override whose text equals the identifier, also if it
   * contains stars; then patterns, those with the most characters besides their stars first, and equal ones in the
   * order of their text.
   */

  /** The same maximum as on a server. */
  static final int MAX_OVERRIDES = 100_000;

  /** The same maximum as on a server. */
  static final int MAX_PATTERNS = 1_000;

  /**
   * An override and its limiter.
   *
   * @param entry the override
   * @param limit the limiter for the checks that the override applies to
   */
  private record AppliedOverride(Entry entry, AppliedLimit limit) {}

  /** Written under this object's lock. */
  private final PatternTable<AppliedOverride> byIdentifier = new PatternTable<>();

  /** Returns the limit for a check of this identifier, or null if no override applies. */
  @Nullable
  AppliedLimit match(String identifier) {
    AppliedOverride appliedOverride = byIdentifier.match(identifier);
    return appliedOverride == null ? null : appliedOverride.limit();
  }

  /** Returns the override that applies to this identifier, or null if none does. */
  @Nullable
  Entry find(String identifier) {
    AppliedOverride appliedOverride = byIdentifier.match(identifier);
    return appliedOverride == null ? null : appliedOverride.entry();
  }

  /** Sets an override, and returns false if there are too many. */
  synchronized boolean trySet(Entry entry, Limiter limiter) {
    String identifier = entry.identifier();
    boolean isPattern = IdentifierPattern.hasStar(identifier);
    boolean isFull = byIdentifier.size() >= MAX_OVERRIDES
        || (isPattern && byIdentifier.patterns() >= MAX_PATTERNS);
    if (isFull && byIdentifier.get(identifier) == null) {
      return false;
    }
    byIdentifier.put(identifier, new AppliedOverride(entry, new AppliedLimit(limiter, entry.id())));
    byIdentifier.publish();
    return true;
  }

  /** Deletes the override of exactly this identifier, and returns whether it existed. */
  synchronized boolean delete(String identifier) {
    boolean isThere = byIdentifier.get(identifier) != null;
    byIdentifier.removeAll(List.of(identifier));
    return isThere;
  }

  /** Returns all overrides, ordered by id. */
  List<Entry> entries() {
    return byIdentifier.values().stream()
        .map(AppliedOverride::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
