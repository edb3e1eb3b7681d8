// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What one setting may be: one value after a change was confirmed, more while a change is under way or if its answer
 * never came. One thread changes it, others may copy it meanwhile.
 */
final class PossibleValues<T> {
  private final Set<T> possible = new LinkedHashSet<>();

  PossibleValues(T initial) {
    possible.add(initial);
  }

  private PossibleValues(Set<T> possible) {
    this.possible.addAll(possible);
  }

  synchronized PossibleValues<T> copy() {
    return new PossibleValues<>(possible);
  }

  /** A change is about to be sent. */
  synchronized void begin(T value) {
    possible.add(value);
  }

  /** The change was answered, or the value was seen. */
  synchronized void confirm(T value) {
    possible.clear();
    possible.add(value);
  }

  synchronized boolean allows(T value) {
    return possible.contains(value);
  }

  @Override
  public synchronized String toString() {
    return possible.size() == 1 ? String.valueOf(possible.iterator().next()) : "one of " + possible;
  }
}
