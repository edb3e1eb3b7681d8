// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.Decision;
import io.weir.Event;
import io.weir.simulator.fleet.FleetGauges;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.traffic.SimulatedCheck;
import java.util.EnumMap;
import java.util.Map;

/** The statistics of one or more trials: decisions and engine events. */
final class ChaosTotals {
  private final Map<Event, Long> events = new EnumMap<>(Event.class);
  private long decisions;
  private long admitted;
  private long compared;
  private long fingerprint;

  void decided(
      SimulatedCheck simulatedCheck,
      ProcessInstance processInstance,
      boolean isCounted,
      Decision decision) {
    decisions++;
    admitted += isCounted ? simulatedCheck.cost() : 0;
    mix(processInstance.number());
    mix(simulatedCheck.spender().number());
    mix(simulatedCheck.cost());
    mix(decision.verdict().name().hashCode());
    mix(decision.remaining());
    mix(decision.resetMillis());
  }

  private void mix(long value) {
    fingerprint = (fingerprint ^ value) * 0x9E37_79B9_7F4A_7C15L;
    fingerprint ^= fingerprint >>> 29;
  }

  void compared(long cells) {
    compared += cells;
  }

  void addEvents(FleetGauges fleetGauges) {
    for (Event event : Event.values()) {
      events.merge(event, fleetGauges.of(event), Long::sum);
    }
  }

  /** Adds the statistics of another trial. */
  void add(ChaosTotals other) {
    decisions += other.decisions;
    admitted += other.admitted;
    compared += other.compared;
    fingerprint += other.fingerprint; // addition does not depend on the order of the trials
    other.events.forEach((event, times) -> events.merge(event, times, Long::sum));
  }

  long decisions() {
    return decisions;
  }

  /** Returns the number of admitted units. */
  long admitted() {
    return admitted;
  }

  /** Returns the number of cell views compared with the stores at the end. */
  long compared() {
    return compared;
  }

  long of(Event event) {
    return events.getOrDefault(event, 0L);
  }

  /** Returns a hash of all decisions, which almost certainly differs if any decision differs. */
  long fingerprint() {
    return fingerprint;
  }
}
