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

/** One process of a region, as far as a test in one JVM can tell: an engine, what it admitted, and what it went through. */
public final class RegionProcess implements AutoCloseable {
  /** The longest window there is, so that a test hardly ever meets its end. */
  public static final Duration WINDOW = Duration.ofDays(30);

  /** More than a test can spend: every check is allowed, so that whoever counts checks counts what was admitted. */
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

  /** Starts one under this limit. */
  public RegionProcess(LimitPolicy limitPolicy, EngineBuilder builder) {
    engine = builder.observer(new ProcessObserver()).build();
    limiter = engine.limiter(WORKSPACE, NAMESPACE, limitPolicy);
    engine.start();
  }

  /** Starts one under a limit that it can't reach, and that looks at the region more often than usual. */
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
      changes.add((available ? "back: " : "away: ") + reason);
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

  /** What this member believes that the whole region spent. */
  public long seen(String identifier) {
    return limiter.limit().amount() - limiter.look(identifier).remaining();
  }

  /** What was surely admitted. */
  public long admitted(String identifier) {
    LongAdder count = admitted.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** What was admitted at most: a check under way may be counted already. */
  long begun(String identifier) {
    LongAdder count = begun.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** How often it happened. */
  public long times(Event event) {
    LongAdder count = events.get(event);
    return count == null ? 0 : count.sum();
  }

  /** How many processes this one knows of. */
  public long processes() {
    return processes.get();
  }

  /** The times that the origin was lost and came back, in order. */
  List<String> changes() {
    return changes;
  }

  /** The engine. */
  public Engine engine() {
    return engine;
  }

  /** The limiter. */
  public Limiter limiter() {
    return limiter;
  }

  @Override
  public void close() {
    engine.close();
  }
}
