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

/** Two regions of two processes each and one spender, with an audit that a test feeds by hand. */
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

  /** Another planet of the same plan: its processes bear the same names. */
  static SimulatedFleet fleet(MessageListener messageListener) {
    Topology topology = new Topology(2, 2, new Delay(0, 1), new Delay(1, 2));
    return new SimulatedFleet(
        FleetPlan.of(topology, START, Optional.of(LedgerOptions.defaults()), 1), messageListener);
  }

  /** The first process of a region, or the second. */
  ProcessSlot slot(int region, int node) {
    return fleet.slots().get(2 * region + node);
  }

  ProcessInstance process(int region, int node) {
    return Objects.requireNonNull(slot(region, node).process());
  }

  /** The truth learns that a process admitted so much. */
  void admitted(ProcessInstance by, long units) {
    groundTruth
        .cell(spender, cell.sequence(), fleet.clock().epochMillis())
        .admitted(by, units, fleet.clock().epochMillis());
  }

  /** Lets a process of some planet spend, without a word to the truth. */
  Decision spend(SimulatedFleet where, ProcessSlot processSlot, long cost) {
    CompletableFuture<Decision> decision =
        processSlot.limiter(spender).checkAsync(spender.identifier(), cost);
    for (int i = 0; i < 100 && !decision.isDone(); i++) {
      where.advance(1);
    }
    return decision.join();
  }

  /** Looks at what a process knows of the spender. */
  void inspect(ProcessInstance processInstance) {
    audit.decided(processInstance, spender.key());
    audit.checkAll();
  }
}
