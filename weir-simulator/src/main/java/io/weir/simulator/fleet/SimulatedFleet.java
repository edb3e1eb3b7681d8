// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
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
public final class SimulatedFleet {
  /*
   * Everything that could differ between two runs comes from the plan: time moves only when it is told to, every random
   * number descends from the seed, and engines and messages have their turns in a fixed order. So two planets of one plan,
   * asked the same checks at the same instants and struck by the same faults, decide the same.
   *
   * Engines are never closed: they hold no thread, and nobody would move the clock while they wait for their stores.
   */

  /** Where the ledger stands on the network. */
  public static final String LEDGER_PLACE = "ledger";

  /** Enough for answers that cause more work at the same instant. */
  private static final int STEPS_PER_TICK = 3;

  private final FleetPlan fleetPlan;
  private final MessageListener listener;
  private final ManualClock clock;
  private final SplittableRandom random;
  private final VirtualNetwork ledgerNetwork;
  private final List<VirtualNetwork> originNetworks = new ArrayList<>();
  private final List<InMemoryOrigin> origins = new ArrayList<>();

  /** Those that stand beside each region's first origin. */
  private final List<InMemoryOrigin> secondOrigins = new ArrayList<>();

  private final InMemoryLedger ledger;
  private final Function<ProcessInstance, Ledger> ledgers;
  private final List<List<ProcessSlot>> regions = new ArrayList<>();
  private final List<ProcessSlot> slots = new ArrayList<>();
  private final FleetGauges fleetGauges = new FleetGauges();

  /** Where each process sat, by its number, while it lives. */
  private final List<@Nullable ProcessSlot> slotsByProcess = new ArrayList<>();

  /** A planet of this plan with its ledger in memory, not yet stepped. */
  public SimulatedFleet(FleetPlan fleetPlan, MessageListener listener) {
    this(fleetPlan, listener, LedgerSource.MEMORY);
  }

  /** A planet of this plan whose processes call a ledger of this source, not yet stepped. */
  public SimulatedFleet(FleetPlan fleetPlan, MessageListener listener, LedgerSource source) {
    this.fleetPlan = fleetPlan;
    this.listener = listener;
    this.clock = new ManualClock(fleetPlan.startMillis());
    this.random = new SplittableRandom(fleetPlan.seed());
    this.ledgerNetwork = network(fleetPlan.topology().far());
    this.ledger = new InMemoryLedger(clock);
    this.ledgers = source.open(ledger, clock);
    for (int region = 0; region < fleetPlan.topology().regions(); region++) {
      originNetworks.add(network(fleetPlan.topology().near()));
      origins.add(new InMemoryOrigin(clock));
      secondOrigins.add(new InMemoryOrigin(clock));
      List<ProcessSlot> ofRegion = new ArrayList<>();
      for (int node = 0; node < fleetPlan.topology().nodes(); node++) {
        ProcessSlot processSlot =
            new ProcessSlot(region, regionName(region) + "/node-" + node, clock);
        ofRegion.add(processSlot);
        startProcess(processSlot);
      }
      regions.add(ofRegion);
      slots.addAll(ofRegion);
    }
  }

  private VirtualNetwork network(Delay delay) {
    VirtualNetwork network = new VirtualNetwork(clock, random.nextLong());
    network.conditions(clearWeather(delay));
    return network;
  }

  static NetworkConditions clearWeather(Delay delay) {
    return new NetworkConditions(delay.minMillis(), delay.maxMillis(), 0, 0, 0);
  }

  /** What a region is called. */
  public static String regionName(int region) {
    return "region-" + region;
  }

  static String originPlace(int region) {
    return regionName(region) + "/origin";
  }

  /** Seats a new process. */
  void startProcess(ProcessSlot processSlot) {
    ProcessInstance.OriginChoice origin =
        fleetPlan.origin().isEmpty() ? ProcessInstance.OriginChoice.NONE : processSlot.origin();
    ProcessInstance processInstance = new ProcessInstance(
        slotsByProcess.size(), processSlot.region(), processSlot.name(), origin);
    slotsByProcess.add(processSlot);
    EngineBuilder builder = Engine.builder()
        .clock(processSlot.clock())
        .elapsed(clock)
        .random(fleetPlan.bug().random(processInstance, random.split()))
        .region(processInstance.regionName())
        .maxSubjects(fleetPlan.maxSubjects())
        .observer(fleetGauges)
        .closeMillis(0);
    fleetPlan
        .origin()
        .filter(options -> origin != ProcessInstance.OriginChoice.NONE)
        .ifPresent(options -> builder
            .origin(fleetPlan.bug().origin(processInstance, networkedOrigin(processInstance)))
            .originOptions(options));
    fleetPlan
        .ledger()
        .ifPresent(options -> builder
            .ledger(fleetPlan.bug().ledger(processInstance, networkedLedger(processInstance)))
            .ledgerOptions(options));
    processSlot.start(processInstance, builder.build());
  }

  private Origin networkedOrigin(ProcessInstance processInstance) {
    Origin store = fleetPlan.bug().store(processInstance, origin(processInstance));
    return new NetworkedOrigin(
        originNetworks.get(processInstance.region()), processInstance, store, listener);
  }

  private Ledger networkedLedger(ProcessInstance processInstance) {
    return new NetworkedLedger(
        ledgerNetwork,
        processInstance,
        fleetPlan.bug().store(processInstance, ledgers.apply(processInstance)),
        listener);
  }

  /** Takes the seat from whoever has it, without a word. What it sent still arrives; what is sent to it does not. */
  void killProcess(ProcessSlot processSlot) {
    ProcessInstance processInstance = processSlot.process();
    if (processInstance != null) {
      ledgerNetwork.abandon(processInstance.name());
      originNetworks.get(processInstance.region()).abandon(processInstance.name());
      slotsByProcess.set(processInstance.number(), null);
      processSlot.stop();
    }
  }

  /** Lets time pass, and everybody do what there is to do then. */
  public void advance(long millis) {
    clock.advanceMillis(millis);
    deliver();
    List<ProcessSlot> busy = step(slots);
    for (int step = 1; step < STEPS_PER_TICK && !busy.isEmpty(); step++) {
      deliver();
      busy = step(busy);
    }
  }

  private void deliver() {
    ledgerNetwork.deliver();
    for (VirtualNetwork network : originNetworks) {
      network.deliver();
    }
  }

  /** Gives each of these a turn, and names those that had something to do: they may have more. */
  private static List<ProcessSlot> step(List<ProcessSlot> some) {
    List<ProcessSlot> busy = new ArrayList<>();
    for (ProcessSlot processSlot : some) {
      Engine engine = processSlot.engine();
      if (engine != null && processSlot.isAwake() && engine.work() > 0) {
        busy.add(processSlot);
      }
    }
    return busy;
  }

  /** The process of a region that is asked, for a number of 0 to 1: the next open one from there, if any is. */
  public Optional<ProcessSlot> openSlot(int region, double where) {
    List<ProcessSlot> ofRegion = regions.get(region);
    int first = (int) (where * ofRegion.size());
    for (int i = 0; i < ofRegion.size(); i++) {
      ProcessSlot processSlot = ofRegion.get((first + i) % ofRegion.size());
      if (processSlot.isOpen()) {
        return Optional.of(processSlot);
      }
    }
    return Optional.empty();
  }

  /** Where the process of this number sits; null if it has ended. */
  public @Nullable ProcessSlot slotOf(int life) {
    return slotsByProcess.get(life);
  }

  /** Every seat, region by region. */
  public List<ProcessSlot> slots() {
    return slots;
  }

  /** The seats of a region. */
  List<ProcessSlot> slots(int region) {
    return regions.get(region);
  }

  /** A region's store. */
  public InMemoryOrigin origin(int region) {
    return origins.get(region);
  }

  private InMemoryOrigin origin(ProcessInstance processInstance) {
    return (processInstance.origin() == ProcessInstance.OriginChoice.OTHER
            ? secondOrigins
            : origins)
        .get(processInstance.region());
  }

  /** What each writer has in a cell of the store of this process. */
  public Map<String, Long> fields(ProcessInstance processInstance, CellKey cell) {
    return processInstance.origin() == ProcessInstance.OriginChoice.OTHER
        ? secondOrigins.get(processInstance.region()).fields(cell)
        : fields(processInstance.region(), cell);
  }

  /** What each writer has in a cell of a region's first store. */
  public Map<String, Long> fields(int region, CellKey cell) {
    return fleetPlan.bug().visibleFields(region, cell, origins.get(region).fields(cell));
  }

  /** What all regions pushed; the store that they call, unless a {@link LedgerSource} opened another one. */
  public InMemoryLedger ledger() {
    return ledger;
  }

  VirtualNetwork originNetwork(int region) {
    return originNetworks.get(region);
  }

  VirtualNetwork ledgerNetwork() {
    return ledgerNetwork;
  }

  MessageListener listener() {
    return listener;
  }

  /** What it was made of. */
  public FleetPlan plan() {
    return fleetPlan;
  }

  /** The highest readings of what processes keep. */
  public FleetGauges gauges() {
    return fleetGauges;
  }

  /** The true time. */
  public ManualClock clock() {
    return clock;
  }
}
