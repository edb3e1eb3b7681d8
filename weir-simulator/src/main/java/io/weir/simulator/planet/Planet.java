// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.CellKey;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.simulator.planet.VirtualNetwork.Weather;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Real engines in several regions, each region with its origin, all with one ledger, stepped by one thread. */
public final class Planet {
  /*
   * Everything that could differ between two runs comes from the plan: time moves only when it is told to, every random
   * number descends from the seed, and engines and messages have their turns in a fixed order. So two planets of one plan,
   * asked the same checks at the same instants and struck by the same faults, decide the same.
   *
   * Engines are never closed: they hold no thread, and nobody would move the clock while they wait for their stores.
   */

  /** Where the ledger stands on the network. */
  public static final String LEDGER = "ledger";

  /** Enough for answers that cause more work at the same instant. */
  private static final int STEPS_PER_TICK = 3;

  private final Plan plan;
  private final Witness witness;
  private final ManualClock clock;
  private final SplittableRandom random;
  private final VirtualNetwork far;
  private final List<VirtualNetwork> near = new ArrayList<>();
  private final List<InMemoryOrigin> origins = new ArrayList<>();

  /** Those that stand beside each region's first origin. */
  private final List<InMemoryOrigin> otherOrigins = new ArrayList<>();

  private final InMemoryLedger ledger;
  private final Function<Life, Ledger> ledgers;
  private final List<List<Station>> regions = new ArrayList<>();
  private final List<Station> stations = new ArrayList<>();
  private final Gauges gauges = new Gauges();

  /** Where each process sat, by its number, while it lives. */
  private final List<@Nullable Station> seats = new ArrayList<>();

  /** A planet of this plan with its ledger in memory, not yet stepped. */
  public Planet(Plan plan, Witness witness) {
    this(plan, witness, LedgerSource.MEMORY);
  }

  /** A planet of this plan whose processes call a ledger of this source, not yet stepped. */
  public Planet(Plan plan, Witness witness, LedgerSource source) {
    this.plan = plan;
    this.witness = witness;
    this.clock = new ManualClock(plan.startMillis());
    this.random = new SplittableRandom(plan.seed());
    this.far = network(plan.terrain().far());
    this.ledger = new InMemoryLedger(clock);
    this.ledgers = source.open(ledger, clock);
    for (int region = 0; region < plan.terrain().regions(); region++) {
      near.add(network(plan.terrain().near()));
      origins.add(new InMemoryOrigin(clock));
      otherOrigins.add(new InMemoryOrigin(clock));
      List<Station> ofRegion = new ArrayList<>();
      for (int node = 0; node < plan.terrain().nodes(); node++) {
        Station station = new Station(region, regionName(region) + "/node-" + node, clock);
        ofRegion.add(station);
        begin(station);
      }
      regions.add(ofRegion);
      stations.addAll(ofRegion);
    }
  }

  private VirtualNetwork network(Delay delay) {
    VirtualNetwork network = new VirtualNetwork(clock, random.nextLong());
    network.weather(fair(delay));
    return network;
  }

  static Weather fair(Delay delay) {
    return new Weather(delay.leastMillis(), delay.mostMillis(), 0, 0, 0);
  }

  /** What a region is called. */
  public static String regionName(int region) {
    return "region-" + region;
  }

  static String placeOfOrigin(int region) {
    return regionName(region) + "/origin";
  }

  /** Seats a new process. */
  void begin(Station station) {
    Life.Which origin = plan.origin().isEmpty() ? Life.Which.NONE : station.origin();
    Life life = new Life(seats.size(), station.region(), station.name(), origin);
    seats.add(station);
    EngineBuilder builder = Engine.builder()
        .clock(station.clock())
        .elapsed(clock)
        .random(plan.quirk().random(life, random.split()))
        .region(life.regionName())
        .maxSubjects(plan.maxSubjects())
        .observer(gauges)
        .closeMillis(0);
    plan.origin()
        .filter(options -> origin != Life.Which.NONE)
        .ifPresent(options ->
            builder.origin(plan.quirk().origin(life, farOrigin(life))).originOptions(options));
    plan.ledger()
        .ifPresent(options ->
            builder.ledger(plan.quirk().ledger(life, farLedger(life))).ledgerOptions(options));
    station.begin(life, builder.build());
  }

  private Origin farOrigin(Life life) {
    Origin store = plan.quirk().store(life, origin(life));
    return new FarOrigin(near.get(life.region()), life, store, witness);
  }

  private Ledger farLedger(Life life) {
    return new FarLedger(far, life, plan.quirk().store(life, ledgers.apply(life)), witness);
  }

  /** Takes the seat from whoever has it, without a word. What it sent still arrives; what is sent to it does not. */
  void end(Station station) {
    Life life = station.life();
    if (life != null) {
      far.abandon(life.name());
      near.get(life.region()).abandon(life.name());
      seats.set(life.number(), null);
      station.end();
    }
  }

  /** Lets time pass, and everybody do what there is to do then. */
  public void pass(long millis) {
    clock.advanceMillis(millis);
    deliver();
    List<Station> busy = step(stations);
    for (int step = 1; step < STEPS_PER_TICK && !busy.isEmpty(); step++) {
      deliver();
      busy = step(busy);
    }
  }

  private void deliver() {
    far.deliver();
    for (VirtualNetwork network : near) {
      network.deliver();
    }
  }

  /** Gives each of these a turn, and names those that had something to do: they may have more. */
  private static List<Station> step(List<Station> some) {
    List<Station> busy = new ArrayList<>();
    for (Station station : some) {
      Engine engine = station.engine();
      if (engine != null && station.isAwake() && engine.work() > 0) {
        busy.add(station);
      }
    }
    return busy;
  }

  /** The process of a region that is asked, for a number of 0 to 1: the next open one from there, if any is. */
  public Optional<Station> at(int region, double where) {
    List<Station> ofRegion = regions.get(region);
    int first = (int) (where * ofRegion.size());
    for (int i = 0; i < ofRegion.size(); i++) {
      Station station = ofRegion.get((first + i) % ofRegion.size());
      if (station.isOpen()) {
        return Optional.of(station);
      }
    }
    return Optional.empty();
  }

  /** Where the process of this number sits; null if it has ended. */
  public @Nullable Station seatOf(int life) {
    return seats.get(life);
  }

  /** Every seat, region by region. */
  public List<Station> stations() {
    return stations;
  }

  /** The seats of a region. */
  List<Station> stations(int region) {
    return regions.get(region);
  }

  /** A region's store. */
  public InMemoryOrigin origin(int region) {
    return origins.get(region);
  }

  private InMemoryOrigin origin(Life life) {
    return (life.origin() == Life.Which.OTHER ? otherOrigins : origins).get(life.region());
  }

  /** What each writer has in a cell of the store of this process. */
  public Map<String, Long> fields(Life life, CellKey cell) {
    return life.origin() == Life.Which.OTHER
        ? otherOrigins.get(life.region()).fields(cell)
        : fields(life.region(), cell);
  }

  /** What each writer has in a cell of a region's first store. */
  public Map<String, Long> fields(int region, CellKey cell) {
    return plan.quirk().found(region, cell, origins.get(region).fields(cell));
  }

  /** What all regions pushed; the store that they call, unless a {@link LedgerSource} opened another one. */
  public InMemoryLedger ledger() {
    return ledger;
  }

  VirtualNetwork near(int region) {
    return near.get(region);
  }

  VirtualNetwork far() {
    return far;
  }

  Witness witness() {
    return witness;
  }

  /** What it was made of. */
  public Plan plan() {
    return plan;
  }

  /** The highest readings of what processes keep. */
  public Gauges gauges() {
    return gauges;
  }

  /** The true time. */
  public ManualClock clock() {
    return clock;
  }
}
