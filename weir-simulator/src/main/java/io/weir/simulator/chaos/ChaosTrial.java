// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.BatchCheck;
import io.weir.engine.Engine;
import io.weir.simulator.fleet.FaultInjector;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.truth.Audit;
import io.weir.simulator.truth.EventTrace;
import io.weir.simulator.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs one chaos case: faults, recovery, an idle phase, a zero-cost check of every subject, and the final convergence
 * check.
 */
final class ChaosTrial {
  /** Long enough for circuit breakers to close, for pending messages to be sent again, and for reads to be fresh. */
  private static final long RECOVERY_MILLIS = 6_000;

  /** Longer than a regional view stays fresh, and than it takes to publish what is still unpublished. */
  private static final long SILENCE_MILLIS = 8_000;

  /** Policies that process everything every ten seconds need two cycles to converge. */
  private static final long PLAIN_SILENCE_MILLIS = 30_000;

  /** A wiped ledger is detected by the next full pull: five minutes, and a retry. */
  private static final long WIPED_SILENCE_MILLIS = 345_000;

  /** The time after the final checks: a response of the origin, a push and a pull. */
  private static final long ECHO_MILLIS = 4_000;

  private static final long FINE_MILLIS = 20;
  private static final long COARSE_MILLIS = 100;
  private static final long COARSEST_MILLIS = 500;

  /** The clocks may be this far behind. */
  private static final long KEPT_MILLIS = 7_200_000;

  /** Higher than any admitted count, so that no check is refused from memory without asking the stores. */
  private static final long AMPLE_LIMIT = 1L << 40;

  private final ChaosCase chaosCase;
  private final EventTrace eventTrace;
  private final GroundTruth groundTruth;
  private final Audit audit;
  private final TrialRecords trialRecords = new TrialRecords();
  private final SimulatedFleet fleet;
  private final RandomTraffic traffic;
  private final ChaosTotals totals = new ChaosTotals();
  private @Nullable Throwable failure;

  ChaosTrial(ChaosCase chaosCase, EventTrace eventTrace) {
    this.chaosCase = chaosCase;
    this.eventTrace = eventTrace;
    this.groundTruth =
        new GroundTruth(chaosCase.spenders(), chaosCase.plan().topology().regions(), KEPT_MILLIS);
    this.audit = new Audit(groundTruth, (processInstance, cell, countsByOrigin) -> {});
    this.traffic = new RandomTraffic(chaosCase);
    MessageListener messageListener = MessageListener.combine(trialRecords, audit);
    this.fleet = new SimulatedFleet(
        chaosCase.plan(),
        eventTrace == EventTrace.NONE
            ? messageListener
            : MessageListener.combine(eventTrace, messageListener));
    eventTrace.clock(fleet.clock());
    audit.attach(fleet);
    trialRecords.attach(fleet);
  }

  /** Runs the case to its end and returns its statistics. Throws if an invariant is violated. */
  ChaosTotals run() {
    FaultInjector faultInjector = new FaultInjector(fleet, chaosCase.faults());
    long tick = chaosCase.timing().tickMillis();
    for (long passed = 0; passed < chaosCase.timing().faultMillis(); passed += tick) {
      step(tick);
      faultInjector.inject();
      check(tick);
    }
    while (!faultInjector.isFinished()) {
      step(FINE_MILLIS);
      faultInjector.inject();
    }
    for (long passed = 0; passed < RECOVERY_MILLIS; passed += FINE_MILLIS) {
      step(FINE_MILLIS);
      check(FINE_MILLIS);
    }
    quiesce();
    checkEverySubject();
    long checkedAt = fleet.clock().epochMillis();
    advance(ECHO_MILLIS, FINE_MILLIS);
    advance(isPlain() ? PLAIN_SILENCE_MILLIS : 0, COARSE_MILLIS);
    ConvergenceCheck convergenceCheck = new ConvergenceCheck(
        chaosCase, new ConvergenceCheck.Facts(fleet, groundTruth, trialRecords, checkedAt));
    totals.compared(convergenceCheck.check());
    totals.addEvents(fleet.gauges());
    return totals;
  }

  private boolean isPlain() {
    return chaosCase
        .plan()
        .ledger()
        .map(options -> options.policy().isPeriodic())
        .orElse(false);
  }

  private void quiesce() {
    advance(SILENCE_MILLIS, COARSE_MILLIS);
    advance(chaosCase.timing().patienceMillis(), COARSEST_MILLIS);
    if (isPlain()) {
      advance(PLAIN_SILENCE_MILLIS, COARSE_MILLIS);
    } else if (chaosCase.plan().ledger().isPresent() && chaosCase.isLedgerWiped()) {
      advance(WIPED_SILENCE_MILLIS, COARSEST_MILLIS);
    }
  }

  private void advance(long millis, long tick) {
    for (long passed = 0; passed < millis; passed += tick) {
      step(tick);
    }
  }

  private void step(long tick) {
    fleet.advance(tick);
    trialRecords.recordClocks();
    audit.checkAll();
    if (failure != null) {
      throw new IllegalStateException("a check failed", failure);
    }
  }

  private void check(long tick) {
    traffic.generate(tick, fleet.clock().epochMillis(), this::check);
    audit.checkAll();
  }

  private void check(List<SimulatedCheck> requests) {
    ProcessSlot processSlot =
        fleet.openSlot(requests.get(0).region(), requests.get(0).processDraw()).orElse(null);
    if (processSlot == null) {
      return; // no process of the region is available
    }
    ProcessInstance processInstance = Objects.requireNonNull(processSlot.process());
    if (requests.size() == 1) {
      SimulatedCheck simulatedCheck = requests.get(0);
      CompletableFuture<Void> unused = processSlot
          .limiter(simulatedCheck.spender())
          .checkAsync(simulatedCheck.spender().identifier(), simulatedCheck.cost())
          .thenAccept(
              decision -> decided(simulatedCheck, processInstance, decision.allowed(), decision))
          .whenComplete(this::checkFailure);
    } else {
      chaosCase.plan().bug().beforeBatch(processInstance, requests);
      Engine engine = Objects.requireNonNull(processSlot.engine());
      CompletableFuture<Void> unused = engine
          .checkAsync(checks(processSlot, requests))
          .thenAccept(batch -> decided(requests, processInstance, batch))
          .whenComplete(this::checkFailure);
    }
  }

  /** Keeps the failure of a check, which would otherwise go unnoticed in a future. */
  private void checkFailure(Void nothing, @Nullable Throwable failure) {
    this.failure = this.failure == null ? failure : this.failure;
  }

  private static List<BatchCheck> checks(ProcessSlot processSlot, List<SimulatedCheck> requests) {
    List<BatchCheck> checks = new ArrayList<>(requests.size());
    for (SimulatedCheck simulatedCheck : requests) {
      checks.add(processSlot
          .limiter(simulatedCheck.spender())
          .of(simulatedCheck.spender().identifier(), simulatedCheck.cost()));
    }
    return checks;
  }

  private void decided(
      List<SimulatedCheck> requests, ProcessInstance processInstance, BatchDecision batch) {
    for (int i = 0; i < requests.size(); i++) {
      decided(
          requests.get(i), processInstance, batch.allowed(), batch.decisions().get(i));
    }
  }

  /** Records a decision. A check of a refused batch counts nothing, even if it was allowed on its own. */
  private void decided(
      SimulatedCheck simulatedCheck,
      ProcessInstance processInstance,
      boolean isCounted,
      Decision decision) {
    Spender spender = simulatedCheck.spender();
    long duration = spender.limit().durationMillis();
    if (isCounted && simulatedCheck.cost() > 0) {
      long now = fleet.clock().epochMillis();
      long sequence = Math.floorDiv(decision.resetMillis() - duration, duration);
      groundTruth
          .cell(spender, sequence, now)
          .admitted(processInstance, simulatedCheck.cost(), now);
    }
    audit.decided(processInstance, spender.key());
    totals.decided(simulatedCheck, processInstance, isCounted, decision);
    if (eventTrace != EventTrace.NONE) {
      eventTrace.record(processInstance.name() + (isCounted ? " admitted " : " did not admit ")
          + simulatedCheck.cost() + ": " + decision.explain() + " for " + spender.identifier());
    }
  }

  private void checkEverySubject() {
    for (ProcessSlot processSlot : fleet.slots()) {
      for (Spender spender : chaosCase.spenders()) {
        LimitPolicy limitPolicy =
            new LimitPolicy(AMPLE_LIMIT, spender.limit().durationMillis(), WhenDegraded.LOCAL);
        Spender unlimited = new Spender(spender.number(), spender.workspace(), limitPolicy);
        ProcessInstance processInstance = Objects.requireNonNull(processSlot.process());
        CompletableFuture<Void> unused = processSlot
            .limiter(unlimited)
            .checkAsync(unlimited.identifier(), 0)
            .thenAccept(decision -> audit.decided(processInstance, unlimited.key()));
      }
    }
  }
}
