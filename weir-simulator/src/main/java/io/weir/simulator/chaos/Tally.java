// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.Decision;
import io.weir.Event;
import io.weir.simulator.planet.Gauges;
import io.weir.simulator.planet.Life;
import io.weir.simulator.traffic.Ask;
import java.util.EnumMap;
import java.util.Map;

/** What came of one trial, or of many: how much was decided, and how often what else happened. */
final class Tally {
  private final Map<Event, Long> events = new EnumMap<>(Event.class);
  private long decisions;
  private long admitted;
  private long compared;
  private long print;

  void decided(Ask ask, Life life, boolean isCounted, Decision decision) {
    decisions++;
    admitted += isCounted ? ask.cost() : 0;
    mix(life.number());
    mix(ask.spender().number());
    mix(ask.cost());
    mix(decision.verdict().name().hashCode());
    mix(decision.remaining());
    mix(decision.resetMillis());
  }

  private void mix(long value) {
    print = (print ^ value) * 0x9E37_79B9_7F4A_7C15L;
    print ^= print >>> 29;
  }

  void compared(long cells) {
    compared += cells;
  }

  void happened(Gauges gauges) {
    for (Event event : Event.values()) {
      events.merge(event, gauges.of(event), Long::sum);
    }
  }

  /** With what came of another one. */
  void add(Tally other) {
    decisions += other.decisions;
    admitted += other.admitted;
    compared += other.compared;
    print += other.print; // in whatever order they come
    other.events.forEach((event, times) -> events.merge(event, times, Long::sum));
  }

  long decisions() {
    return decisions;
  }

  /** How many units were admitted. */
  long admitted() {
    return admitted;
  }

  /** How many views of cells were held against the stores at the end. */
  long compared() {
    return compared;
  }

  long of(Event event) {
    return events.getOrDefault(event, 0L);
  }

  /** Differs, as good as certainly, if any decision does. */
  long fingerprint() {
    return print;
  }
}
