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
final class OverrideBook {
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

  /** Written under this object's lock. */
  private final PatternTable<Line> lines = new PatternTable<>();

  /** By what a check of this identifier is decided; null if no override applies. */
  @Nullable
  Way match(String identifier) {
    Line line = lines.match(identifier);
    return line == null ? null : line.way();
  }

  /** The override that applies to this identifier; null if none does. */
  @Nullable
  Entry find(String identifier) {
    Line line = lines.match(identifier);
    return line == null ? null : line.entry();
  }

  /** Sets this override, unless there are too many. */
  synchronized boolean trySet(Entry entry, Limiter limiter) {
    String identifier = entry.identifier();
    boolean isPattern = IdentifierPattern.hasStar(identifier);
    boolean isFull = lines.size() >= MOST || (isPattern && lines.patterns() >= MOST_PATTERNS);
    if (isFull && lines.get(identifier) == null) {
      return false;
    }
    lines.put(identifier, new Line(entry, new Way(limiter, entry.id())));
    lines.publish();
    return true;
  }

  /** Deletes the override of exactly this identifier. False if there was none. */
  synchronized boolean delete(String identifier) {
    boolean isThere = lines.get(identifier) != null;
    lines.removeAll(List.of(identifier));
    return isThere;
  }

  /** All of them, by id. */
  List<Entry> entries() {
    return lines.values().stream()
        .map(Line::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
