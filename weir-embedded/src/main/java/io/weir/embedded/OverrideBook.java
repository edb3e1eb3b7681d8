// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.client.Overrides.Entry;
import io.weir.engine.Limiter;
import io.weir.pattern.IdentifierPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /** So many are tried on an identifier, one after the other, before it is clear that none applies. */
  static final int MOST_PATTERNS = 1_000;

  private static final Comparator<Line> MOST_PARTICULAR_FIRST = Comparator.comparingLong(
          (Line line) -> -line.pattern().literals())
      .thenComparing(line -> line.entry().identifier());

  /**
   * An override, ready to decide by.
   *
   * @param entry the override
   * @param pattern its identifier, taken apart at the stars
   * @param way by what checks are decided to which it applies
   */
  private record Line(Entry entry, IdentifierPattern pattern, Way way) {}

  /** Written under this object's lock. */
  private final ConcurrentHashMap<String, Line> lines = new ConcurrentHashMap<>();

  /** The lines with stars, in the order in which they are tried. Written under this object's lock. */
  private volatile List<Line> patterns = List.of();

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
    for (Line each : patterns) {
      if (each.pattern().matches(identifier)) {
        return each;
      }
    }
    return null;
  }

  /** Sets this override, unless there are too many. */
  synchronized boolean trySet(Entry entry, Limiter limiter) {
    boolean star = IdentifierPattern.hasStar(entry.identifier());
    boolean full = lines.size() >= MOST || (star && patterns.size() >= MOST_PATTERNS);
    if (full && !lines.containsKey(entry.identifier())) {
      return false;
    }
    Line line =
        new Line(entry, IdentifierPattern.of(entry.identifier()), new Way(limiter, entry.id()));
    lines.put(entry.identifier(), line);
    if (star) {
      List<Line> changed = patternsBut(entry.identifier());
      changed.add(line);
      changed.sort(MOST_PARTICULAR_FIRST);
      patterns = List.copyOf(changed);
    }
    return true;
  }

  /** Deletes the override of exactly this identifier. False if there was none. */
  synchronized boolean delete(String identifier) {
    patterns = List.copyOf(patternsBut(identifier));
    return lines.remove(identifier) != null;
  }

  private List<Line> patternsBut(String identifier) {
    List<Line> left = new ArrayList<>(patterns);
    left.removeIf(each -> each.entry().identifier().equals(identifier));
    return left;
  }

  /** All of them, by id. */
  List<Entry> entries() {
    return lines.values().stream()
        .map(Line::entry)
        .sorted(Comparator.comparing(Entry::id))
        .toList();
  }
}
