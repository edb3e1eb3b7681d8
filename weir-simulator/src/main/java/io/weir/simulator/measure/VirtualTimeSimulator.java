// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.bound.OverAdmissionBound;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.LedgerSource;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.RunProgress;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.truth.AuditViolation;
import io.weir.simulator.truth.EventTrace;
import java.util.Optional;

/** Runs each contender in virtual time, on the real engine where the contender has one. */
public final class VirtualTimeSimulator implements Simulator {
  private final LedgerSource ledgers;

  /** Creates a simulator with ledgers in memory. */
  public VirtualTimeSimulator() {
    this(LedgerSource.MEMORY);
  }

  /** Creates a simulator that opens one ledger from this source for each run. */
  public VirtualTimeSimulator(LedgerSource ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Run run(RunTask runTask, RunProgress runProgress) {
    if (runTask.contender() == ComparedPolicy.EXACT) {
      return new Oracle(runTask.scenario(), traffic(runTask))
          .run(runTask.contender().title(), runTask.load(), runProgress);
    }
    return run(runTask, options(runTask.contender()), runProgress);
  }

  /** Runs a fleet whose regions converge with these options, or do not converge if they are empty. */
  public Run run(RunTask runTask, Optional<LedgerOptions> options, RunProgress runProgress) {
    boolean isWiped = runTask.scenario().faults().stream()
        .anyMatch(simulatedFault -> simulatedFault.kind() == SimulatedFault.FaultType.WIPE_LEDGER);
    if (isWiped && !ledgers.equals(LedgerSource.MEMORY)) {
      throw new IllegalArgumentException("only a ledger in memory can be wiped");
    }
    try {
      return measuredRun(runTask, options, EventTrace.NONE)
          .run(runTask.contender().title(), runTask.load(), runProgress);
    } catch (AuditViolation e) {
      throw violated(runTask, options, e);
    }
  }

  private MeasuredRun measuredRun(
      RunTask runTask, Optional<LedgerOptions> options, EventTrace eventTrace) {
    long start = runTask.scenario().span().startMillis()
        - MeasuredRun.warmUpMillis(runTask.scenario().span().tickMillis());
    FleetPlan fleetPlan =
        FleetPlan.of(runTask.scenario().topology(), start, options, runTask.seed());
    return new MeasuredRun(
        runTask.scenario(),
        new MeasuredRun.RunParts(
            traffic(runTask),
            messageListener -> new SimulatedFleet(fleetPlan, messageListener, ledgers),
            eventTrace,
            bound(runTask, options)));
  }

  /** Returns the over-admission bound, which applies only to Weir's own policy, and only while nothing fails. */
  private static Optional<OverAdmissionBound> bound(
      RunTask runTask, Optional<LedgerOptions> options) {
    Scenario scenario = runTask.scenario();
    return options
        .filter(each -> each.policy() == PushPolicy.WEIR && scenario.faults().isEmpty())
        .map(each -> OverAdmissionBound.of(new OverAdmissionBound.FleetTiming(
            scenario.topology(), OriginOptions.defaults(), each, scenario.span().tickMillis())));
  }

  /** Repeats the run, which is deterministic, this time with a trace of its events. */
  private InvariantViolated violated(
      RunTask runTask, Optional<LedgerOptions> options, AuditViolation auditViolation) {
    EventTrace eventTrace = new EventTrace();
    try {
      measuredRun(runTask, options, eventTrace)
          .run(runTask.contender().title(), runTask.load(), (millis, checks) -> {});
    } catch (AuditViolation repeated) {
      return new InvariantViolated(
          runTask.seed(), String.valueOf(repeated.getMessage()), eventTrace.events());
    }
    return new InvariantViolated(
        runTask.seed(),
        auditViolation.getMessage()
            + " (not reproducible: a second run with the same seed behaved differently)",
        eventTrace.events());
  }

  private static TrafficSource traffic(RunTask runTask) {
    TrafficContext trafficContext = new TrafficContext(
        runTask.scenario().topology().regions(),
        runTask.scenario().span().startMillis(),
        runTask.scenario().span().millis(),
        runTask.seed());
    return runTask.scenario().shape().traffic(trafficContext, runTask.load());
  }

  private static Optional<LedgerOptions> options(ComparedPolicy comparedPolicy) {
    Optional<PushPolicy> policy = switch (comparedPolicy) {
      case WEIR -> Optional.of(PushPolicy.WEIR);
      case UPSTREAM -> Optional.of(PushPolicy.UPSTREAM);
      case RFC -> Optional.of(PushPolicy.RFC);
      case EXACT, REGIONAL -> Optional.empty();
    };
    return policy.map(LedgerOptions.defaults()::withPolicy);
  }
}
