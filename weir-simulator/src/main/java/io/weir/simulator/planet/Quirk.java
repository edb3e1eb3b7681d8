// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.traffic.Ask;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Something that is wrong with every process or store of a planet: how planted bugs get in. */
public interface Quirk {

  /** Nothing is wrong. */
  Quirk NONE = new Quirk() {};

  /** What stands at the other end of a process's way to its origin. */
  default Origin store(Life from, Origin store) {
    return store;
  }

  /** What stands at the other end of a process's way to the ledger. */
  default Ledger store(Life from, Ledger store) {
    return store;
  }

  /** What is found when somebody looks into a region's origin, for stores that stand in front of it. */
  default Map<String, Long> found(int region, CellKey cell, Map<String, Long> fields) {
    return fields;
  }

  /** Hears of checks that are to be decided together, before they are. */
  default void asked(Life life, List<Ask> batch) {}

  /** What a process takes for its origin. */
  default Origin origin(Life life, Origin origin) {
    return origin;
  }

  /** What a process takes for the ledger. */
  default Ledger ledger(Life life, Ledger ledger) {
    return ledger;
  }

  /** Where a process draws its random numbers from, its name among them. */
  default RandomGenerator random(Life life, RandomGenerator random) {
    return random;
  }
}
