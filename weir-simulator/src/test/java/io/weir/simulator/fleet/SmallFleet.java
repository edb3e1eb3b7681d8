// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.Origin;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A fleet of two regions with two processes each and one spender. Records a note of every message. */
final class SmallFleet implements MessageListener {
  static final long START = 1_700_000_400_000L;
  static final Spender SPENDER = new Spender(0, "w", LimitPolicy.of(1_000, Duration.ofMinutes(1)));
  static final CellKey CELL = new CellKey(SPENDER.key(), START / 60_000);

  /** The notes, each with the process and the message, such as "region-0/node-1#1 published". */
  final List<String> notes = new ArrayList<>();

  final SimulatedFleet fleet;
  private FaultInjector faults;

  /** Creates a fleet in which a message takes this long to an origin, and twice as long to the ledger. */
  SmallFleet(long oneWayMillis, long seed) {
    Topology topology = new Topology(
        2, 2, new Delay(oneWayMillis, oneWayMillis), new Delay(2 * oneWayMillis, 2 * oneWayMillis));
    fleet = new SimulatedFleet(
        FleetPlan.of(topology, START, Optional.of(LedgerOptions.defaults()), seed), this);
    faults = new FaultInjector(fleet, List.of());
  }

  SmallFleet() {
    this(0, 1);
  }

  static SimulatedFault fault(FaultType faultType, String place, long atMillis, long forMillis) {
    return new SimulatedFault(faultType, place, atMillis, forMillis, 0);
  }

  /** Injects faults, whose times count from now; those that are due take effect at once. */
  FaultInjector inject(SimulatedFault... faults) {
    this.faults = new FaultInjector(fleet, List.of(faults));
    this.faults.inject();
    return this.faults;
  }

  /** Advances the time in steps of one millisecond, or of five for long periods. */
  void advance(long millis) {
    long step = millis < 5_000 ? 1 : 5;
    for (long left = millis; left > 0; left -= step) {
      fleet.advance(Math.min(step, left));
      faults.inject();
    }
  }

  ProcessSlot slot(int region, int node) {
    return fleet.slots(region).get(node);
  }

  ProcessInstance process(int region, int node) {
    return Objects.requireNonNull(slot(region, node).process());
  }

  CompletableFuture<Decision> check(ProcessSlot processSlot, long cost) {
    return processSlot.limiter(SPENDER).checkAsync(SPENDER.identifier(), cost);
  }

  /** Sends a check and ignores the decision. */
  void spend(ProcessSlot processSlot, long cost) {
    CompletableFuture<Decision> unused = check(processSlot, cost);
  }

  /** Clears the notes, advances the time, and returns whether this note was added. */
  boolean notesWithin(String note, long millis) {
    notes.clear();
    advance(millis);
    return notes.contains(note);
  }

  private void note(ProcessInstance process, String message) {
    notes.add(process.name() + " " + message);
  }

  @Override
  public void published(ProcessInstance from, List<Origin.Publication> publications) {
    note(from, "published");
  }

  @Override
  public void read(ProcessInstance from, List<Origin.Query> queries) {
    note(from, "read");
  }

  @Override
  public void pushed(ProcessInstance from, List<Ledger.Component> components) {
    note(from, "pushed");
  }

  @Override
  public void pulled(ProcessInstance from, Ledger.PullPage pullPage) {
    note(from, "pulled");
  }

  @Override
  public void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {
    note(from, (toLedger ? "beat far as " : "beat near as ") + incarnation);
    note(from, toLedger ? "beat far" : "beat near");
  }

  @Override
  public void originAnswered(ProcessInstance by, CellKey cell) {
    note(by, "heard near");
  }

  @Override
  public void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {
    note(by, "heard far");
  }

  @Override
  public void event(String message) {
    notes.add(message);
  }
}
