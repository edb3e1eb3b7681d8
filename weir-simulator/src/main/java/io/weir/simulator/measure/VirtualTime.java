// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.bound.Bound;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.planet.LedgerSource;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.Progress;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.run.Task;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.truth.Trace;
import io.weir.simulator.truth.Violation;
import java.util.Optional;

/** Runs every contender in virtual time, on the real engine where it has one. */
public final class VirtualTime implements Simulator {
  private final LedgerSource ledgers;

  /** With ledgers in memory. */
  public VirtualTime() {
    this(LedgerSource.MEMORY);
  }

  /** With ledgers of this source, one for each run. */
  public VirtualTime(LedgerSource ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Run run(Task task, Progress progress) {
    if (task.contender() == Contender.EXACT) {
      return new Oracle(task.scenario(), traffic(task))
          .run(task.contender().title(), task.load(), progress);
    }
    return run(task, options(task.contender()), progress);
  }

  /** A planet whose regions converge like this, or not at all. */
  public Run run(Task task, Optional<LedgerOptions> options, Progress progress) {
    boolean isWiped =
        task.scenario().faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.WIPE_LEDGER);
    if (isWiped && !ledgers.equals(LedgerSource.MEMORY)) {
      throw new IllegalArgumentException("only a ledger in memory can be wiped");
    }
    try {
      return course(task, options, Trace.NONE).run(task.contender().title(), task.load(), progress);
    } catch (Violation e) {
      throw violated(task, options, e);
    }
  }

  private Course course(Task task, Optional<LedgerOptions> options, Trace trace) {
    long start = task.scenario().span().startMillis()
        - Course.greetingMillis(task.scenario().span().tickMillis());
    Plan plan = Plan.of(task.scenario().terrain(), start, options, task.seed());
    return new Course(
        task.scenario(),
        new Course.Cast(
            traffic(task),
            witness -> new Planet(plan, witness, ledgers),
            trace,
            bound(task, options)));
  }

  /** Weir's own policy is the one that promises something, as long as nothing fails. */
  private static Optional<Bound> bound(Task task, Optional<LedgerOptions> options) {
    Scenario scenario = task.scenario();
    return options
        .filter(each -> each.policy() == PushPolicy.WEIR && scenario.faults().isEmpty())
        .map(each -> Bound.of(new Bound.Fleet(
            scenario.terrain(), OriginOptions.defaults(), each, scenario.span().tickMillis())));
  }

  /** The same again, since it goes the same way, and this time with notes. */
  private InvariantViolated violated(
      Task task, Optional<LedgerOptions> options, Violation violation) {
    Trace trace = new Trace();
    try {
      course(task, options, trace)
          .run(task.contender().title(), task.load(), (millis, checks) -> {});
    } catch (Violation again) {
      return new InvariantViolated(task.seed(), String.valueOf(again.getMessage()), trace.events());
    }
    return new InvariantViolated(
        task.seed(),
        violation.getMessage()
            + " (not reproducible: a second run with the same seed behaved differently)",
        trace.events());
  }

  private static Traffic traffic(Task task) {
    Ground ground = new Ground(
        task.scenario().terrain().regions(),
        task.scenario().span().startMillis(),
        task.scenario().span().millis(),
        task.seed());
    return task.scenario().shape().traffic(ground, task.load());
  }

  private static Optional<LedgerOptions> options(Contender contender) {
    Optional<PushPolicy> policy = switch (contender) {
      case WEIR -> Optional.of(PushPolicy.WEIR);
      case UPSTREAM -> Optional.of(PushPolicy.UPSTREAM);
      case RFC -> Optional.of(PushPolicy.RFC);
      case EXACT, REGIONAL -> Optional.empty();
    };
    return policy.map(LedgerOptions.defaults()::withPolicy);
  }
}
