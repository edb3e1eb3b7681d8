// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What one setting may be: one value after a change was confirmed, more while a change is under way or if its answer
 * never came. For one thread at a time.
 */
final class Setting<T> {
  private final Set<T> possible = new LinkedHashSet<>();

  Setting(T initial) {
    possible.add(initial);
  }

  /** A change is about to be sent. */
  void begin(T value) {
    possible.add(value);
  }

  /** The change was answered, or the value was seen. */
  void confirm(T value) {
    possible.clear();
    possible.add(value);
  }

  boolean allows(T value) {
    return possible.contains(value);
  }

  @Override
  public String toString() {
    return possible.size() == 1 ? String.valueOf(possible.iterator().next()) : "one of " + possible;
  }
}
