// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.api.Overrides.Entry;
import io.weir.engine.Limiter;
import io.weir.pattern.IdentifierPattern;
import io.weir.pattern.PatternTable;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The overrides of a namespace in this process's memory, and which of them applies to whom. */
final class NamespaceOverrides {
  /** As many as a server takes. */
  static final int MAX_OVERRIDES = 100_000;

  /** As many as a server takes. */
  static final int MAX_PATTERNS = 1_000;

  /**
   * An override, ready to decide by.
   *
   * @param entry the override
   * @param limit by what checks are decided to which it applies
   */
  private record AppliedOverride(Entry entry, AppliedLimit limit) {}

  /** Written under this object's lock. */
  private final PatternTable<AppliedOverride> byIdentifier = new PatternTable<>();

  /** By what a check of this identifier is decided; null if no override applies. */
  @Nullable
  AppliedLimit match(String identifier) {
    AppliedOverride appliedOverride = byIdentifier.match(identifier);
    return appliedOverride == null ? null : appliedOverride.limit();
  }

  /** The override that applies to this identifier; null if none does. */
  @Nullable
  Entry find(String identifier) {
    AppliedOverride appliedOverride = byIdentifier.match(identifier);
    return appliedOverride == null ? null : appliedOverride.entry();
  }

  /** Sets this override, unless there are too many. */
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

  /** Deletes the override of exactly this identifier. False if there was none. */
  synchronized boolean delete(String identifier) {
    boolean isThere = byIdentifier.get(identifier) != null;
    byIdentifier.removeAll(List.of(identifier));
    return isThere;
  }

  /** All of them, by id. */
  List<Entry> entries() {
    return byIdentifier.values().stream()
        .map(AppliedOverride::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
