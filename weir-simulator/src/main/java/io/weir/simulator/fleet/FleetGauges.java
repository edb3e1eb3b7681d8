// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.Event;
import io.weir.Observer;
import java.util.EnumMap;
import java.util.Map;

/** Collects the metrics of all processes of a fleet: the sum of each event and the maximum of each gauge. */
public final class FleetGauges implements Observer {
  private final Map<Event, Long> events = new EnumMap<>(Event.class);
  private final Map<Gauge, Long> highest = new EnumMap<>(Gauge.class);

  @Override
  public void onEvent(Event event, long times) {
    events.merge(event, times, Long::sum);
  }

  @Override
  public void onGauge(Gauge gauge, long value) {
    highest.merge(gauge, value, Math::max);
  }

  /** Returns how often the event occurred in all processes. */
  public long of(Event event) {
    return events.getOrDefault(event, 0L);
  }

  /** Returns the highest value reported by any process. */
  public long highest(Gauge gauge) {
    return highest.getOrDefault(gauge, 0L);
  }
}
