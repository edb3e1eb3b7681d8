// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from identifiers and patterns to values, which finds the value that applies to an identifier. Thread-safe.
 *
 * @param <T> the type of the values
 */
public final class PatternTable<T> {
  /*
   * A value whose key equals the identifier comes first, even if the key contains stars. Then that of the pattern
   * which a PatternSet finds. So the order is the same on every server and in embedded limiters, and does not depend
   * on when a value was set.
   *
   * A value with a star is added to the map before its pattern is published, and removed from the map after its
   * pattern: a reader finds a value for every pattern, or sees that the patterns have changed meanwhile.
   */

  /** By identifier or pattern. Written under this object's lock. */
  private final ConcurrentHashMap<String, T> values = new ConcurrentHashMap<>();

  /** The keys that contain a star. Guarded by this object's lock. */
  private final Set<String> starred = new HashSet<>(0);

  /** Whether {@link #patterns} lacks a pattern, or has a removed one. Guarded by this object's lock. */
  private boolean isStale;

  /** The keys that contain a star, as a searchable set. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

  /** Returns the value of exactly this text; null if there is none. */
  public @Nullable T get(String text) {
    return values.get(text);
  }

  /** Returns the value that applies to this identifier; null if none does. */
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
    } while (found == null && searched != patterns); // removed meanwhile: another pattern may apply
    return found;
  }

  /** Sets the value of this text. A new pattern matches no identifier before {@link #publish}. */
  public synchronized void put(String text, T value) {
    values.put(text, value);
    if (IdentifierPattern.hasStar(text)) {
      isStale |= starred.add(text);
    }
  }

  /** Makes the patterns that were put since the last time match. The cost does not depend on their number. */
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

  /** All values, in no order. A live view of the table. */
  public Collection<T> values() {
    return Collections.unmodifiableCollection(values.values());
  }

  /** The number of values. */
  public int size() {
    return values.size();
  }

  /** The number of them that can be matched by a pattern. */
  public int patterns() {
    return patterns.size();
  }

  /** The largest number of steps of a match besides those of reading the identifier. */
  public int patternSteps() {
    return patterns.steps();
  }
}
