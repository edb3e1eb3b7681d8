// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.traffic.SimulatedCheck;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A bug injected into every process or store of a fleet, to test that the simulator detects it. */
public interface InjectedBug {

  /** No bug. */
  InjectedBug NONE = new InjectedBug() {};

  /** Returns the origin that receives a process's calls, behind the network. */
  default Origin store(ProcessInstance from, Origin store) {
    return store;
  }

  /** Returns the ledger that receives a process's calls, behind the network. */
  default Ledger store(ProcessInstance from, Ledger store) {
    return store;
  }

  /** Returns the fields that an inspection of a region's origin finds, for bugs that replace the store. */
  default Map<String, Long> visibleFields(int region, CellKey cell, Map<String, Long> fields) {
    return fields;
  }

  /** Called before a batch of checks is decided. */
  default void beforeBatch(ProcessInstance processInstance, List<SimulatedCheck> batch) {}

  /** Returns the origin that a process calls, in front of the network. */
  default Origin origin(ProcessInstance processInstance, Origin origin) {
    return origin;
  }

  /** Returns the ledger that a process calls, in front of the network. */
  default Ledger ledger(ProcessInstance processInstance, Ledger ledger) {
    return ledger;
  }

  /** Returns the source of a process's random numbers, which also determine its name. */
  default RandomGenerator random(ProcessInstance processInstance, RandomGenerator random) {
    return random;
  }
}
