// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.InMemoryOrigin;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** A process of a region, simulated within one JVM: an engine, what it admitted, and the events that it observed. */
final class RegionProcess implements AutoCloseable {
  /** The longest possible window, so that a test hardly ever reaches its end. */
  static final Duration WINDOW = Duration.ofDays(30);

  /** More than a test can spend, so that every check is admitted. */
  static final LimitPolicy PLENTY = LimitPolicy.of(1_000_000_000, WINDOW);

  static final String WORKSPACE = "acme";
  static final String NAMESPACE = "login";

  /** The share of {@link #PLENTY} from which on a region pushes, if it assumes the maximum number of regions. */
  private static final long WORTH_PUSHING = 100_000;

  private static final LedgerOptions TALKATIVE =
      LedgerOptions.defaults().withMinimumRegions(10_000);

  private final String region;
  private final Engine engine;
  private final Limiter limiter;
  private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();
  private final Map<Event, LongAdder> events = new ConcurrentHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();

  /** Creates a process that is not started yet. */
  RegionProcess(String region, EngineBuilder builder) {
    this.region = region;
    this.engine = builder.region(region).observer(new ProcessObserver()).build();
    this.limiter = engine.limiter(WORKSPACE, NAMESPACE, PLENTY);
  }

  /** Starts the only process of a region with an origin. It also pushes what others are known to spend on. */
  static RegionProcess start(String region, Ledger ledger) {
    RegionProcess regionProcess = new RegionProcess(
        region,
        Engine.builder()
            .origin(new InMemoryOrigin(EpochClock.system()))
            .ledger(ledger)
            .ledgerOptions(TALKATIVE));
    regionProcess.engine.start();
    return regionProcess;
  }

  /** Starts a process of a region without an origin. It pushes everything. */
  static RegionProcess startWithoutOrigin(String region, Ledger ledger) {
    RegionProcess regionProcess = new RegionProcess(region, Engine.builder().ledger(ledger));
    regionProcess.engine.start();
    return regionProcess;
  }

  private final class ProcessObserver implements Observer {
    @Override
    public void onEvent(Event event, long times) {
      events.computeIfAbsent(event, key -> new LongAdder()).add(times);
    }

    @Override
    public void onAvailability(Dependency dependency, boolean available, String reason) {
      changes.add((available ? "back: " : "away: ") + reason);
    }
  }

  /** Spends 1. */
  Decision check(String identifier) {
    return check(identifier, 1);
  }

  /** Spends so much of these identifiers that the region pushes. */
  void spendMuch(List<String> identifiers) {
    identifiers.forEach(identifier -> check(identifier, WORTH_PUSHING));
  }

  private Decision check(String identifier, long cost) {
    Decision decision = limiter.check(identifier, cost);
    if (decision.allowed()) {
      admitted.computeIfAbsent(identifier, key -> new LongAdder()).add(cost);
    }
    return decision;
  }

  /** Returns how many of this many checks under another limit are allowed. */
  long admitUnder(LimitPolicy limitPolicy, String identifier, int checks) {
    Limiter strict = engine.limiter(WORKSPACE, NAMESPACE, limitPolicy);
    long allowed = 0;
    for (int i = 0; i < checks; i++) {
      allowed += strict.check(identifier).allowed() ? 1 : 0;
    }
    return allowed;
  }

  /** Returns what this process knows of other regions' spending. */
  long foreign(String identifier) {
    return limiter.look(identifier).explain().current().foreign();
  }

  /** Returns what was certainly admitted. */
  long admitted(String identifier) {
    LongAdder count = admitted.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** Returns how often an event occurred. */
  long times(Event event) {
    LongAdder count = events.get(event);
    return count == null ? 0 : count.sum();
  }

  /** Returns the changes of the ledger's availability, in order. */
  List<String> changes() {
    return changes;
  }

  String region() {
    return region;
  }

  Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    engine.close();
  }
}
