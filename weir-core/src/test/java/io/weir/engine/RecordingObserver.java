// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** An observer that records all events. */
final class RecordingObserver implements Observer {
  final List<Decision> decisions = new ArrayList<>();
  final List<String> pressures = new ArrayList<>();
  final List<String> evicting = new ArrayList<>();
  private final Map<Event, Long> events = new EnumMap<>(Event.class);
  private final Map<Gauge, Long> gauges = new EnumMap<>(Gauge.class);

  @Override
  public void onDecision(Decision decision) {
    decisions.add(decision);
  }

  @Override
  public void onEvent(Event event, long times) {
    events.merge(event, times, Long::sum);
  }

  @Override
  public void onGauge(Gauge gauge, long value) {
    gauges.put(gauge, value);
  }

  @Override
  public void onMemoryPressure(boolean evicting, long subjects) {
    pressures.add(evicting ? "evicting" : "relieved");
  }

  @Override
  public void onWorkspaceEviction(String workspace, boolean began) {
    evicting.add(workspace + (began ? " evicting" : " relieved"));
  }

  long times(Event event) {
    return events.getOrDefault(event, 0L);
  }

  long level(Gauge gauge) {
    return gauges.getOrDefault(gauge, -1L);
  }
}
