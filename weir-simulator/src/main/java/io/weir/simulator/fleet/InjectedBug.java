// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.traffic.SimulatedCheck;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Something that is wrong with every process or store of a planet: how planted bugs get in. */
public interface InjectedBug {

  /** Nothing is wrong. */
  InjectedBug NONE = new InjectedBug() {};

  /** What stands at the other end of a process's way to its origin. */
  default Origin store(ProcessInstance from, Origin store) {
    return store;
  }

  /** What stands at the other end of a process's way to the ledger. */
  default Ledger store(ProcessInstance from, Ledger store) {
    return store;
  }

  /** What is found when somebody looks into a region's origin, for stores that stand in front of it. */
  default Map<String, Long> visibleFields(int region, CellKey cell, Map<String, Long> fields) {
    return fields;
  }

  /** Hears of checks that are to be decided together, before they are. */
  default void beforeBatch(ProcessInstance processInstance, List<SimulatedCheck> batch) {}

  /** What a process takes for its origin. */
  default Origin origin(ProcessInstance processInstance, Origin origin) {
    return origin;
  }

  /** What a process takes for the ledger. */
  default Ledger ledger(ProcessInstance processInstance, Ledger ledger) {
    return ledger;
  }

  /** Where a process draws its random numbers from, its name among them. */
  default RandomGenerator random(ProcessInstance processInstance, RandomGenerator random) {
    return random;
  }
}
