// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.api.Overrides.Entry;
import io.weir.engine.Limiter;
import io.weir.pattern.IdentifierPattern;
import io.weir.pattern.PatternSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The overrides of a namespace in this process's memory, and which of them applies to whom. */
final class NamespaceOverrides {
  /*
   * As on a server: exactly the identifier's text comes first, also when it has stars in it; then patterns, the one with the
   * most characters beside its stars first, and of equals the first by its text.
   */

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

  /** Written under this object's lock: with a star before {@link #patterns} knows of it, and until it no longer does. */
  private final ConcurrentHashMap<String, AppliedOverride> byIdentifier = new ConcurrentHashMap<>();

  /** Identifiers with stars. Guarded by this object's lock. */
  private final Set<String> patternIdentifiers = new HashSet<>();

  /** The same, ready to be searched. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

  /** By what a check of this identifier is decided; null if no override applies. */
  @Nullable
  AppliedLimit match(String identifier) {
    AppliedOverride appliedOverride = findOverride(identifier);
    return appliedOverride == null ? null : appliedOverride.limit();
  }

  /** The override that applies to this identifier; null if none does. */
  @Nullable
  Entry find(String identifier) {
    AppliedOverride appliedOverride = findOverride(identifier);
    return appliedOverride == null ? null : appliedOverride.entry();
  }

  private @Nullable AppliedOverride findOverride(String identifier) {
    AppliedOverride exact = byIdentifier.get(identifier);
    if (exact != null) {
      return exact;
    }
    PatternSet searched;
    AppliedOverride found;
    do {
      searched = patterns;
      String pattern = searched.match(identifier);
      if (pattern == null) {
        return null;
      }
      found = byIdentifier.get(pattern);
    } while (found == null && searched != patterns); // deleted in the meantime: another may apply
    return found;
  }

  /** Sets this override, unless there are too many. */
  synchronized boolean trySet(Entry entry, Limiter limiter) {
    String identifier = entry.identifier();
    boolean star = IdentifierPattern.hasStar(identifier);
    boolean full =
        byIdentifier.size() >= MAX_OVERRIDES || (star && patternIdentifiers.size() >= MAX_PATTERNS);
    if (full && !byIdentifier.containsKey(identifier)) {
      return false;
    }
    byIdentifier.put(identifier, new AppliedOverride(entry, new AppliedLimit(limiter, entry.id())));
    if (star && patternIdentifiers.add(identifier)) {
      patterns = PatternSet.of(patternIdentifiers);
    }
    return true;
  }

  /** Deletes the override of exactly this identifier. False if there was none. */
  synchronized boolean delete(String identifier) {
    if (patternIdentifiers.remove(identifier)) {
      patterns = PatternSet.of(patternIdentifiers);
    }
    return byIdentifier.remove(identifier) != null;
  }

  /** All of them, by id. */
  List<Entry> entries() {
    return byIdentifier.values().stream()
        .map(AppliedOverride::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
