// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A simulated process of a region within the test's JVM: an engine, the number of units it admitted, and the events
 * it observed.
 */
public final class RegionProcess implements AutoCloseable {
  /** The longest possible window, so that a test almost never reaches its end. */
  public static final Duration WINDOW = Duration.ofDays(30);

  /** More than a test can spend: every check is allowed, so the number of checks is the number of admitted units. */
  public static final LimitPolicy PLENTY = LimitPolicy.of(1_000_000_000, WINDOW);

  static final String WORKSPACE = "acme";
  static final String NAMESPACE = "login";

  private final Engine engine;
  private final Limiter limiter;
  private final Map<String, LongAdder> begun = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();
  private final Map<Event, LongAdder> events = new ConcurrentHashMap<>();
  private final AtomicLong processes = new AtomicLong();
  private final List<String> changes = new CopyOnWriteArrayList<>();

  /** Starts a process under this limit. */
  public RegionProcess(LimitPolicy limitPolicy, EngineBuilder builder) {
    engine = builder.observer(new ProcessObserver()).build();
    limiter = engine.limiter(WORKSPACE, NAMESPACE, limitPolicy);
    engine.start();
  }

  /** Starts a process whose limit is out of reach, and that refreshes its regional view more often than usual. */
  public static RegionProcess withPlenty(Origin origin) {
    OriginOptions curious = OriginOptions.defaults().withFreshMillis(300);
    return new RegionProcess(PLENTY, Engine.builder().origin(origin).originOptions(curious));
  }

  private final class ProcessObserver implements Observer {
    @Override
    public void onEvent(Event event, long times) {
      events.computeIfAbsent(event, key -> new LongAdder()).add(times);
    }

    @Override
    public void onGauge(Gauge gauge, long value) {
      if (gauge == Gauge.PROCESSES) {
        processes.set(value);
      }
    }

    @Override
    public void onAvailability(Dependency dependency, boolean available, String reason) {
      changes.add((available ? "available: " : "unavailable: ") + reason);
    }
  }

  /** Spends 1. */
  public Decision check(String identifier) {
    begun.computeIfAbsent(identifier, key -> new LongAdder()).increment();
    Decision decision = limiter.check(identifier);
    if (decision.allowed()) {
      admitted.computeIfAbsent(identifier, key -> new LongAdder()).increment();
    }
    return decision;
  }

  /** Returns this process's view of what the whole region spent. */
  public long seen(String identifier) {
    return limiter.limit().amount() - limiter.look(identifier).remaining();
  }

  /** Returns what was certainly admitted. */
  public long admitted(String identifier) {
    LongAdder count = admitted.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** Returns an upper bound of what was admitted: a check in progress may be counted already. */
  long begun(String identifier) {
    LongAdder count = begun.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** Returns how often the event occurred. */
  public long times(Event event) {
    LongAdder count = events.get(event);
    return count == null ? 0 : count.sum();
  }

  /** Returns the number of live processes that this one knows. */
  public long processes() {
    return processes.get();
  }

  /** Returns the transitions of the origin's availability, in order. */
  List<String> changes() {
    return changes;
  }

  /** Returns the engine. */
  public Engine engine() {
    return engine;
  }

  /** Returns the limiter. */
  public Limiter limiter() {
    return limiter;
  }

  @Override
  public void close() {
    engine.close();
  }
}
