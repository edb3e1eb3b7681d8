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
final class OverrideBook {
  /*
   * As on a server: exactly the identifier's text comes first, also when it has stars in it; then patterns, the one with the
   * most characters beside its stars first, and of equals the first by its text.
   */

  /** As many as a server takes. */
  static final int MOST = 100_000;

  /** As many as a server takes. */
  static final int MOST_PATTERNS = 1_000;

  /**
   * An override, ready to decide by.
   *
   * @param entry the override
   * @param way by what checks are decided to which it applies
   */
  private record Line(Entry entry, Way way) {}

  /** Written under this object's lock: with a star before {@link #patterns} knows of it, and until it no longer does. */
  private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();

  /** Identifiers with stars. Guarded by this object's lock. */
  private final Set<String> starred = new HashSet<>();

  /** The same, ready to be searched. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

  /** By what a check of this identifier is decided; null if no override applies. */
  @Nullable
  Way match(String identifier) {
    Line line = line(identifier);
    return line == null ? null : line.way();
  }

  /** The override that applies to this identifier; null if none does. */
  @Nullable
  Entry find(String identifier) {
    Line line = line(identifier);
    return line == null ? null : line.entry();
  }

  private @Nullable Line line(String identifier) {
    Line exact = lines.get(identifier);
    if (exact != null) {
      return exact;
    }
    PatternSet searched;
    Line found;
    do {
      searched = patterns;
      String pattern = searched.match(identifier);
      if (pattern == null) {
        return null;
      }
      found = lines.get(pattern);
    } while (found == null && searched != patterns); // deleted in the meantime: another may apply
    return found;
  }

  /** Sets this override, unless there are too many. */
  synchronized boolean trySet(Entry entry, Limiter limiter) {
    String identifier = entry.identifier();
    boolean star = IdentifierPattern.hasStar(identifier);
    boolean full = lines.size() >= MOST || (star && starred.size() >= MOST_PATTERNS);
    if (full && !lines.containsKey(identifier)) {
      return false;
    }
    lines.put(identifier, new Line(entry, new Way(limiter, entry.id())));
    if (star && starred.add(identifier)) {
      patterns = PatternSet.of(starred);
    }
    return true;
  }

  /** Deletes the override of exactly this identifier. False if there was none. */
  synchronized boolean delete(String identifier) {
    if (starred.remove(identifier)) {
      patterns = PatternSet.of(starred);
    }
    return lines.remove(identifier) != null;
  }

  /** All of them, by id. */
  List<Entry> entries() {
    return lines.values().stream()
        .map(Line::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
