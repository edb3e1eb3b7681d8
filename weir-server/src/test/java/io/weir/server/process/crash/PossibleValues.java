// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The possible values of one setting: a single value after a confirmed change, several while a change is in progress
 * or if its response was lost. One thread changes it, others may copy it meanwhile.
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

  /** Records that a change is about to be sent. */
  synchronized void begin(T value) {
    possible.add(value);
  }

  /** Records that the change was confirmed, or the value was seen. */
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
