// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attack;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The catalog of all attacks, in execution order. */
public final class Attacks {
  private static final List<Attack> ALL = Stream.concat(
          UnauthenticatedAttacks.all().stream(), WorkspaceAttacks.all().stream())
      .toList();

  private Attacks() {}

  /** Every attack. */
  public static List<Attack> all() {
    return ALL;
  }

  /** The attack with this name. */
  public static Optional<Attack> named(String name) {
    return ALL.stream().filter(attack -> attack.name().equals(name)).findAny();
  }

  /** The names of all attacks. */
  public static List<String> names() {
    return ALL.stream().map(Attack::name).toList();
  }
}
