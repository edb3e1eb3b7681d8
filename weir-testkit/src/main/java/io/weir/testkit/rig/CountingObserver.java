// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import io.weir.Event;
import io.weir.Observer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An observer that counts an engine's events. Thread-safe, since stores call it from their threads. */
public final class CountingObserver implements Observer {
  private final Map<Event, Long> events = new ConcurrentHashMap<>();
  private final Map<Gauge, Long> gauges = new ConcurrentHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final List<String> evicting = new CopyOnWriteArrayList<>();

  @Override
  public void onEvent(Event event, long times) {
    events.merge(event, times, Long::sum);
  }

  @Override
  public void onGauge(Gauge gauge, long value) {
    gauges.put(gauge, value);
  }

  @Override
  public void onAvailability(Dependency dependency, boolean available, String reason) {
    changes.add(dependency + (available ? " available" : " unavailable"));
  }

  @Override
  public void onWorkspaceEviction(String workspace, boolean began) {
    if (began) {
      evicting.add(workspace);
    }
  }

  /** Returns how often the event occurred. */
  public long of(Event event) {
    return events.getOrDefault(event, 0L);
  }

  /** Returns the latest value; 0 if there was none. */
  public long level(Gauge gauge) {
    return gauges.getOrDefault(gauge, 0L);
  }

  /**
   * Returns the workspaces whose subjects were evicted although they still affected decisions, in the order in which
   * that began.
   */
  public List<String> evicting() {
    return List.copyOf(evicting);
  }

  /** Returns the transitions of the stores' availability, in order. */
  public List<String> changes() {
    return List.copyOf(changes);
  }
}
