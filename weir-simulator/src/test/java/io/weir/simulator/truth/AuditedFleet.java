// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A fleet of two regions with two processes each and one spender, with an audit that tests call directly. */
final class AuditedFleet {
  static final long START = 1_700_000_400_000L;

  final Spender spender = new Spender(0, "w", LimitPolicy.of(100, Duration.ofMinutes(1)));
  final CellKey cell = new CellKey(spender.key(), START / 60_000);
  final GroundTruth groundTruth = new GroundTruth(List.of(spender), 2);
  final Audit audit = new Audit(groundTruth, (processInstance, key, countsByOrigin) -> {});
  final SimulatedFleet fleet = fleet(audit);

  AuditedFleet() {
    audit.attach(fleet);
  }

  /** Returns another fleet of the same plan: its processes have the same names. */
  static SimulatedFleet fleet(MessageListener messageListener) {
    Topology topology = new Topology(2, 2, new Delay(0, 1), new Delay(1, 2));
    return new SimulatedFleet(
        FleetPlan.of(topology, START, Optional.of(LedgerOptions.defaults()), 1), messageListener);
  }

  /** Returns the first or the second slot of a region. */
  ProcessSlot slot(int region, int node) {
    return fleet.slots().get(2 * region + node);
  }

  ProcessInstance process(int region, int node) {
    return Objects.requireNonNull(slot(region, node).process());
  }

  /** Records in the ground truth that a process admitted units. */
  void admitted(ProcessInstance by, long units) {
    groundTruth
        .cell(spender, cell.sequence(), fleet.clock().epochMillis())
        .admitted(by, units, fleet.clock().epochMillis());
  }

  /** Makes a process of a fleet spend without recording it in the ground truth. */
  Decision spend(SimulatedFleet simulatedFleet, ProcessSlot processSlot, long cost) {
    CompletableFuture<Decision> decision =
        processSlot.limiter(spender).checkAsync(spender.identifier(), cost);
    for (int i = 0; i < 100 && !decision.isDone(); i++) {
      simulatedFleet.advance(1);
    }
    return decision.join();
  }

  /** Inspects a process's view of the spender. */
  void inspect(ProcessInstance processInstance) {
    audit.decided(processInstance, spender.key());
    audit.checkAll();
  }
}
