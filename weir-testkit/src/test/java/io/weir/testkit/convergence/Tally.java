// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.Event;
import io.weir.Observer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what an engine tells. */
final class Tally implements Observer {
  private final Map<Event, Long> events = new ConcurrentHashMap<>();
  private final Map<Gauge, Long> gauges = new EnumMap<>(Gauge.class);
  private final List<String> changes = new ArrayList<>();

  @Override
  public void happened(Event event, long times) {
    events.merge(event, times, Long::sum);
  }

  @Override
  public void measured(Gauge gauge, long value) {
    gauges.put(gauge, value);
  }

  @Override
  public void changed(Dependency dependency, boolean available, String reason) {
    changes.add(dependency + (available ? " back" : " away"));
  }

  long of(Event event) {
    return events.getOrDefault(event, 0L);
  }

  long level(Gauge gauge) {
    return gauges.getOrDefault(gauge, 0L);
  }

  List<String> changes() {
    return changes;
  }
}
