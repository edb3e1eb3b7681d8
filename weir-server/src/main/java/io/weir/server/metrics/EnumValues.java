// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** A map with a value for each constant of an enum, all created at the start. A look-up is an array access. */
final class EnumValues<E extends Enum<E>, T> {
  private final Map<E, T> all;

  EnumValues(Class<E> constants, Supplier<T> each) {
    all = new EnumMap<>(constants);
    for (E constant : constants.getEnumConstants()) {
      all.put(constant, each.get());
    }
  }

  /** Returns a map with a counter for each constant. */
  static <E extends Enum<E>> EnumValues<E, LongAdder> totals(Class<E> constants) {
    return new EnumValues<>(constants, LongAdder::new);
  }

  T of(E constant) {
    T found = all.get(constant);
    if (found == null) {
      throw new IllegalArgumentException("not a constant of this enum: " + constant);
    }
    return found;
  }

  void forEach(BiConsumer<E, T> action) {
    all.forEach(action);
  }
}
