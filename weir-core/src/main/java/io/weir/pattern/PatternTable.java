// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by identifiers and patterns, and which of them applies to an identifier. Safe for many threads.
 *
 * @param <T> what is kept for each of them
 */
public final class PatternTable<T> {
  /*
   * A value with exactly the identifier's text comes first, also when the text has stars in it. Then that of the pattern which
   * a PatternSet finds. So the order is the same on every server and in embedded limiters, and does not depend on when
   * something was set.
   *
   * A value with a star is in the map before the patterns know of it, and until they no longer do: whoever reads finds one
   * for every pattern, or patterns that have changed meanwhile.
   */

  /** By identifier or pattern. Written under this object's lock. */
  private final ConcurrentHashMap<String, T> values = new ConcurrentHashMap<>();

  /** The keys with a star. Guarded by this object's lock. */
  private final Set<String> starred = new HashSet<>(0);

  /** Whether {@link #patterns} lacks a pattern, or has one too many. Guarded by this object's lock. */
  private boolean isStale;

  /** The keys with a star, ready to be searched. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

  /** The value of exactly this text; null if there is none. */
  public @Nullable T get(String text) {
    return values.get(text);
  }

  /** The value that applies to this identifier; null if none does. */
  public @Nullable T match(String identifier) {
    T exact = values.get(identifier);
    if (exact != null) {
      return exact;
    }
    PatternSet searched;
    T found;
    do {
      searched = patterns;
      String pattern = searched.match(identifier);
      if (pattern == null) {
        return null;
      }
      found = values.get(pattern);
    } while (found == null && searched != patterns); // removed in the meantime: another may apply
    return found;
  }

  /** Sets the value of this text. If that is a new pattern, nobody is matched with it before {@link #publish}. */
  public synchronized void put(String text, T value) {
    values.put(text, value);
    if (IdentifierPattern.hasStar(text)) {
      isStale |= starred.add(text);
    }
  }

  /** Lets the patterns be found that were put since the last time. Many of them cost as much as one. */
  public synchronized void publish() {
    if (isStale) {
      patterns = PatternSet.of(starred);
      isStale = false;
    }
  }

  /** Removes the values of exactly these texts, and publishes what was put before. */
  public synchronized void removeAll(Collection<String> texts) {
    for (String each : texts) {
      isStale |= starred.remove(each);
    }
    publish();
    texts.forEach(values::remove);
  }

  /** All values, in no order. Goes with the table's changes. */
  public Collection<T> values() {
    return Collections.unmodifiableCollection(values.values());
  }

  /** How many values there are. */
  public int size() {
    return values.size();
  }

  /** How many of them can be matched by a pattern. */
  public int patterns() {
    return patterns.size();
  }

  /** How many steps a match may take beside those of reading the identifier. */
  public int patternSteps() {
    return patterns.steps();
  }
}
