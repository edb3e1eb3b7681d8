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

  /**
   * Written under this object's lock. An entry with a star is added before {@link #patterns} contains it, and removed
   * after {@link #patterns} no longer does.
   */
  private final ConcurrentHashMap<String, AppliedOverride> byIdentifier = new ConcurrentHashMap<>();

  /** Identifiers with stars. Guarded by this object's lock. */
  private final Set<String> patternIdentifiers = new HashSet<>();

  /** The same identifiers, compiled for matching. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

  /** Returns the limit for a check of this identifier, or null if no override applies. */
  @Nullable
  AppliedLimit match(String identifier) {
    AppliedOverride appliedOverride = findOverride(identifier);
    return appliedOverride == null ? null : appliedOverride.limit();
  }

  /** Returns the override that applies to this identifier, or null if none does. */
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
    } while (found == null
        && searched != patterns); // deleted in the meantime: another one may apply
    return found;
  }

  /** Sets an override, and returns false if there are too many. */
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

  /** Deletes the override of exactly this identifier, and returns whether it existed. */
  synchronized boolean delete(String identifier) {
    if (patternIdentifiers.remove(identifier)) {
      patterns = PatternSet.of(patternIdentifiers);
    }
    return byIdentifier.remove(identifier) != null;
  }

  /** Returns all overrides, ordered by id. */
  List<Entry> entries() {
    return byIdentifier.values().stream()
        .map(AppliedOverride::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
