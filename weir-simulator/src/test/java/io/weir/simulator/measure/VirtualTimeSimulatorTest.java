// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.CellKey;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.fleet.LedgerSource;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.measure.ScriptedShape.ScriptedRegion;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import io.weir.simulator.truth.AuditViolation;
import io.weir.simulator.truth.EventTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualTimeSimulatorTest {
  private static final ScriptedRegion BUSY = new ScriptedRegion(0, 0, 20_000, 20);

  @ParameterizedTest
  @EnumSource(ComparedPolicy.class)
  void aTaskAndSeedDetermineTheOutcome(ComparedPolicy comparedPolicy) {
    Scenario scenario = SmallScenarios.scenario(
        ShapeTemplate.HOT_KEY.shape(),
        20,
        new SimulatedFault(FaultType.STORM, "region-0", 2_000, 5_000, 0),
        new SimulatedFault(FaultType.KILL, "region-1/node-0", 5_000, 2_000, 0));

    assertThat(SmallScenarios.run(scenario, comparedPolicy, 4, 1))
        .isEqualTo(SmallScenarios.run(scenario, comparedPolicy, 4, 1));
    assertThat(SmallScenarios.run(scenario, comparedPolicy, 4, 1).samples())
        .isNotEqualTo(SmallScenarios.run(scenario, comparedPolicy, 4, 2).samples());
  }

  @Test
  void runsAreNamedAfterTheirContender() {
    Scenario scenario = SmallScenarios.scenario(ScriptedShape.of(100, BUSY), 3);

    for (ComparedPolicy comparedPolicy : ComparedPolicy.values()) {
      assertThat(SmallScenarios.run(scenario, comparedPolicy, 7, 1).contender())
          .isEqualTo(comparedPolicy.title());
      assertThat(SmallScenarios.run(scenario, comparedPolicy, 7, 1).load()).isEqualTo(7);
      assertThat(Double.isNaN(SmallScenarios.run(scenario, comparedPolicy, 7, 1).bound()))
          .isEqualTo(comparedPolicy != ComparedPolicy.WEIR);
    }
    Scenario troubled = SmallScenarios.scenario(
        ScriptedShape.of(100, BUSY),
        3,
        new SimulatedFault(FaultType.WIPE_LEDGER, "ledger", 1_000, 0, 0));
    assertThat(SmallScenarios.run(troubled, ComparedPolicy.WEIR, 7, 1).bound()).isNaN();
  }

  @Test
  void regionsWithoutALedgerWriteNoRows() {
    Scenario scenario = SmallScenarios.scenario(
        ScriptedShape.of(100, BUSY, new ScriptedRegion(1, 0, 20_000, 20)), 10);

    assertThat(
            SmallScenarios.run(scenario, ComparedPolicy.REGIONAL, 1, 1).cost().ledgerCalls())
        .isZero();
    assertThat(
            SmallScenarios.run(scenario, ComparedPolicy.REGIONAL, 1, 1).volume().admittedUnits())
        .isEqualTo(200);
    assertThat(SmallScenarios.run(scenario, ComparedPolicy.WEIR, 1, 1).cost().rowsWritten())
        .isPositive();
  }

  @Test
  void aViolationIsReportedWithItsSeedAndHistory() {
    ScriptedShape scriptedShape = new ScriptedShape(100_000, List.of(BUSY), passed -> {
      if (passed >= 5_000) {
        throw new AuditViolation("five seconds are over");
      }
    });

    InvariantViolated violation = catchThrowableOfType(
        InvariantViolated.class,
        () -> SmallScenarios.run(
            SmallScenarios.scenario(scriptedShape, 10), ComparedPolicy.WEIR, 1, 77));

    assertThat(violation.seed()).isEqualTo(77);
    assertThat(violation.description()).isEqualTo("five seconds are over");
    assertThat(violation).hasMessage("seed 77: five seconds are over");
    assertThat(violation.lastEvents())
        .hasSize(60)
        .allMatch(event -> event.matches("[0-9]+ ms  .+"))
        .anyMatch(event -> event.contains("region-0/node-0#0 decided ALLOWED"))
        .anyMatch(event -> event.contains(" published "));
  }

  @Test
  void aSingleViolationIsReportedAsSuch() {
    AtomicBoolean was = new AtomicBoolean();
    ScriptedShape scriptedShape = new ScriptedShape(100, List.of(BUSY), passed -> {
      if (passed >= 1_000 && !was.getAndSet(true)) {
        throw new AuditViolation("once");
      }
    });

    assertThatThrownBy(() -> SmallScenarios.run(
            SmallScenarios.scenario(scriptedShape, 2), ComparedPolicy.WEIR, 1, 3))
        .isInstanceOf(InvariantViolated.class)
        .hasMessage(
            "seed 3: once (not reproducible: a second run with the same seed behaved differently)");
  }

  @Test
  void everyProcessUsesTheGivenLedger() {
    Scenario scenario = SmallScenarios.scenario(ScriptedShape.of(100, BUSY), 10);
    RunTask runTask = new RunTask(scenario, ComparedPolicy.WEIR, 1, 1);
    Set<ProcessInstance> callers = new HashSet<>();
    LedgerSource counted = (memory, clock) -> process -> {
      callers.add(process);
      return LedgerSource.MEMORY.open(memory, clock).apply(process);
    };

    Run run = new VirtualTimeSimulator(counted).run(runTask, (millis, checks) -> {});

    assertThat(callers)
        .hasSize(SmallScenarios.TOPOLOGY.regions() * SmallScenarios.TOPOLOGY.nodes());
    assertThat(run).isEqualTo(SmallScenarios.run(scenario, ComparedPolicy.WEIR, 1, 1));
  }

  @Test
  void onlyAnInMemoryLedgerCanBeWiped() {
    SimulatedFault simulatedFault =
        new SimulatedFault(SimulatedFault.FaultType.WIPE_LEDGER, "ledger", 1_000, 0, 0);
    Scenario scenario = SmallScenarios.scenario(ScriptedShape.of(100, BUSY), 10, simulatedFault);
    RunTask runTask = new RunTask(scenario, ComparedPolicy.WEIR, 1, 1);
    VirtualTimeSimulator other = new VirtualTimeSimulator((memory, clock) -> process -> memory);

    assertThatThrownBy(() -> other.run(runTask, (millis, checks) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("only a ledger in memory can be wiped");
  }

  @Test
  void anInjectedFaultIsFoundByTheAudit() {
    Scenario scenario = SmallScenarios.scenario(ScriptedShape.of(100, BUSY), 10);
    InjectedBug ghost = new InjectedBug() {
      @Override
      public Map<String, Long> visibleFields(int region, CellKey cell, Map<String, Long> fields) {
        Map<String, Long> more = new HashMap<>(fields);
        more.put("ghost.0", 1_000L);
        return more;
      }
    };
    FleetPlan fleetPlan = new FleetPlan(
        scenario.topology(),
        scenario.span().startMillis() - MeasuredRun.warmUpMillis(scenario.span().tickMillis()),
        Optional.of(OriginOptions.defaults()),
        Optional.of(LedgerOptions.defaults()),
        FleetPlan.AMPLE_SUBJECTS,
        1,
        ghost);
    TrafficContext trafficContext =
        new TrafficContext(3, scenario.span().startMillis(), scenario.span().millis(), 1);
    MeasuredRun measuredRun = new MeasuredRun(
        scenario,
        new MeasuredRun.RunParts(
            scenario.shape().traffic(trafficContext, 1),
            messageListener -> new SimulatedFleet(fleetPlan, messageListener),
            EventTrace.NONE,
            Optional.empty()));

    assertThatThrownBy(() -> measuredRun.run("weir", 1, (millis, checks) -> {}))
        .isInstanceOf(AuditViolation.class)
        .hasMessageContaining("the origin of region-0 holds");
  }
}
