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

/** A fleet of real engines in several regions, each with its origin, sharing one ledger, all run by one thread. */
public final class SimulatedFleet {
  /*
   * Everything that could differ between two runs comes from the plan: time moves only on request, all random numbers
   * derive from the seed, and engines and messages are processed in a fixed order. So two fleets of one plan make the
   * same decisions if they get the same checks at the same instants and the same faults.
   *
   * Engines are never closed: they hold no thread, and nothing would advance the clock while they wait for their
   * stores.
   */

  /** The ledger's address on the network. */
  public static final String LEDGER_PLACE = "ledger";

  /** Enough steps for responses that cause more work at the same instant. */
  private static final int STEPS_PER_TICK = 3;

  private final FleetPlan fleetPlan;
  private final MessageListener listener;
  private final ManualClock clock;
  private final SplittableRandom random;
  private final VirtualNetwork ledgerNetwork;
  private final List<VirtualNetwork> originNetworks = new ArrayList<>();
  private final List<InMemoryOrigin> origins = new ArrayList<>();

  /** The additional origin of each region, beside its first one. */
  private final List<InMemoryOrigin> secondOrigins = new ArrayList<>();

  private final InMemoryLedger ledger;
  private final Function<ProcessInstance, Ledger> ledgers;
  private final List<List<ProcessSlot>> regions = new ArrayList<>();
  private final List<ProcessSlot> slots = new ArrayList<>();
  private final FleetGauges fleetGauges = new FleetGauges();

  /** The slot of each live process, by the number of the process. */
  private final List<@Nullable ProcessSlot> slotsByProcess = new ArrayList<>();

  /** Creates a fleet of this plan with its ledger in memory. It has not been stepped yet. */
  public SimulatedFleet(FleetPlan fleetPlan, MessageListener listener) {
    this(fleetPlan, listener, LedgerSource.MEMORY);
  }

  /** Creates a fleet of this plan whose processes call a ledger of this source. It has not been stepped yet. */
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
      List<ProcessSlot> regionSlots = new ArrayList<>();
      for (int node = 0; node < fleetPlan.topology().nodes(); node++) {
        ProcessSlot processSlot =
            new ProcessSlot(region, regionName(region) + "/node-" + node, clock);
        regionSlots.add(processSlot);
        startProcess(processSlot);
      }
      regions.add(regionSlots);
      slots.addAll(regionSlots);
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

  /** Returns the name of a region. */
  public static String regionName(int region) {
    return "region-" + region;
  }

  static String originPlace(int region) {
    return regionName(region) + "/origin";
  }

  /** Starts a new process in the slot. */
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

  /** Kills the process in the slot without a shutdown. Messages that it sent still arrive; messages to it do not. */
  void killProcess(ProcessSlot processSlot) {
    ProcessInstance processInstance = processSlot.process();
    if (processInstance != null) {
      ledgerNetwork.abandon(processInstance.name());
      originNetworks.get(processInstance.region()).abandon(processInstance.name());
      slotsByProcess.set(processInstance.number(), null);
      processSlot.stop();
    }
  }

  /** Advances the clock, delivers the due messages and runs the engines. */
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

  /** Runs one step of each slot and returns those that had work, because they may have more. */
  private static List<ProcessSlot> step(List<ProcessSlot> slots) {
    List<ProcessSlot> busy = new ArrayList<>();
    for (ProcessSlot processSlot : slots) {
      Engine engine = processSlot.engine();
      if (engine != null && processSlot.isAwake() && engine.work() > 0) {
        busy.add(processSlot);
      }
    }
    return busy;
  }

  /** Returns the next open slot of a region, if any, starting at the position given by a number from 0 to 1. */
  public Optional<ProcessSlot> openSlot(int region, double position) {
    List<ProcessSlot> regionSlots = regions.get(region);
    int first = (int) (position * regionSlots.size());
    for (int i = 0; i < regionSlots.size(); i++) {
      ProcessSlot processSlot = regionSlots.get((first + i) % regionSlots.size());
      if (processSlot.isOpen()) {
        return Optional.of(processSlot);
      }
    }
    return Optional.empty();
  }

  /** Returns the slot of the process with this number, or null if the process has ended. */
  public @Nullable ProcessSlot slotOf(int number) {
    return slotsByProcess.get(number);
  }

  /** Returns all slots, ordered by region. */
  public List<ProcessSlot> slots() {
    return slots;
  }

  /** Returns the slots of a region. */
  List<ProcessSlot> slots(int region) {
    return regions.get(region);
  }

  /** Returns a region's first origin. */
  public InMemoryOrigin origin(int region) {
    return origins.get(region);
  }

  private InMemoryOrigin origin(ProcessInstance processInstance) {
    return (processInstance.origin() == ProcessInstance.OriginChoice.OTHER
            ? secondOrigins
            : origins)
        .get(processInstance.region());
  }

  /** Returns the count of each writer in a cell of this process's origin. */
  public Map<String, Long> fields(ProcessInstance processInstance, CellKey cell) {
    return processInstance.origin() == ProcessInstance.OriginChoice.OTHER
        ? secondOrigins.get(processInstance.region()).fields(cell)
        : fields(processInstance.region(), cell);
  }

  /** Returns the count of each writer in a cell of a region's first origin. */
  public Map<String, Long> fields(int region, CellKey cell) {
    return fleetPlan.bug().visibleFields(region, cell, origins.get(region).fields(cell));
  }

  /**
   * Returns the in-memory ledger with everything that the regions pushed. The processes call it directly unless a
   * {@link LedgerSource} opened another ledger.
   */
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

  /** Returns the plan of this fleet. */
  public FleetPlan plan() {
    return fleetPlan;
  }

  /** Returns the metrics of all processes. */
  public FleetGauges gauges() {
    return fleetGauges;
  }

  /** Returns the clock with the true time. */
  public ManualClock clock() {
    return clock;
  }
}
