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

/** A process of a region, as far as a test in one JVM can tell: an engine, what it admitted, and what it went through. */
final class RegionProcess implements AutoCloseable {
  /** The longest window there is, so that a test hardly ever meets its end. */
  static final Duration WINDOW = Duration.ofDays(30);

  /** More than a test can spend, so that whoever counts checks counts what was admitted. */
  static final LimitPolicy PLENTY = LimitPolicy.of(1_000_000_000, WINDOW);

  static final String WORKSPACE = "acme";
  static final String NAMESPACE = "login";

  /** The share of {@link #PLENTY} from which on a region speaks, if it takes the world for as large as it can be. */
  private static final long WORTH_PUSHING = 100_000;

  private static final LedgerOptions TALKATIVE =
      LedgerOptions.defaults().withMinimumRegions(10_000);

  private final String region;
  private final Engine engine;
  private final Limiter limiter;
  private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();
  private final Map<Event, LongAdder> events = new ConcurrentHashMap<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();

  /** Not started yet. */
  RegionProcess(String region, EngineBuilder builder) {
    this.region = region;
    this.engine = builder.region(region).observer(new ProcessObserver()).build();
    this.limiter = engine.limiter(WORKSPACE, NAMESPACE, PLENTY);
  }

  /** The only process of a region that has an origin, started. It tells the ledger what others are known to spend on too. */
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

  /** A process of a region without an origin, started. It tells the ledger everything. */
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

  /** Spends as much as makes the region speak of these. */
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

  /** How many of so many checks under another limit are allowed. */
  long admitUnder(LimitPolicy limitPolicy, String identifier, int checks) {
    Limiter strict = engine.limiter(WORKSPACE, NAMESPACE, limitPolicy);
    long allowed = 0;
    for (int i = 0; i < checks; i++) {
      allowed += strict.check(identifier).allowed() ? 1 : 0;
    }
    return allowed;
  }

  /** What this member believes that other regions spent. */
  long foreign(String identifier) {
    return limiter.look(identifier).explain().current().foreign();
  }

  /** What was surely admitted. */
  long admitted(String identifier) {
    LongAdder count = admitted.get(identifier);
    return count == null ? 0 : count.sum();
  }

  /** How often it happened. */
  long times(Event event) {
    LongAdder count = events.get(event);
    return count == null ? 0 : count.sum();
  }

  /** The times that the ledger was lost and came back, in order. */
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
