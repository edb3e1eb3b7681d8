// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.measure.ScriptedShape.ScriptedRegion;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MeasuredRunTest {

  private static Run run(ScriptedShape scriptedShape, long seconds, SimulatedFault... faults) {
    return SmallScenarios.run(
        SmallScenarios.scenario(scriptedShape, seconds, faults), ComparedPolicy.WEIR, 1, 1);
  }

  @Test
  void aClockSetBackByAnHourIsNoViolation() {
    ScriptedShape scriptedShape = ScriptedShape.of(
        1_000, new ScriptedRegion(0, 0, 200_000, 100), new ScriptedRegion(1, 0, 200_000, 100));

    Run run = run(
        scriptedShape,
        200,
        new SimulatedFault(FaultType.STEP_CLOCK, "region-0/node-0", 5_000, 0, -3_600_000));

    assertThat(run.volume().admittedChecks()).isEqualTo(4_000);
  }

  @Test
  void aLateProcessIsNotChargedForEarlierDelays() {
    ScriptedShape scriptedShape = ScriptedShape.of(
        1_000, new ScriptedRegion(0, 0, 30_000, 50), new ScriptedRegion(1, 25_000, 30_000, 50));

    Run run = run(scriptedShape, 32);

    assertThat(run.delays().units() + run.delays().hidden()).isPositive();
    assertThat(run.delays().worst()).isLessThan(3_000);
  }

  @Test
  void checksInAnUnavailableRegionAreOnlyOffered() {
    ScriptedShape scriptedShape = ScriptedShape.of(
        1_000, new ScriptedRegion(0, 0, 10_000, 100), new ScriptedRegion(1, 0, 10_000, 100));

    Run run = run(scriptedShape, 11, new SimulatedFault(FaultType.KILL, "region-1", 1, 20_000, 0));

    assertThat(run.volume().checks()).isEqualTo(200);
    assertThat(run.volume().admittedChecks()).isEqualTo(100);
    assertThat(run.volume().wronglyRefused()).isZero();
  }

  @Test
  void samplesAndTotalsAgree() {
    Run run = run(
        ScriptedShape.of(
            100, new ScriptedRegion(0, 0, 9_000, 20), new ScriptedRegion(2, 0, 9_000, 20)),
        10);

    assertThat(run.samples()).hasSize(10);
    assertThat(run.samples().stream().mapToLong(Sample::offered).sum()).isEqualTo(900);
    assertThat(run.volume().units()).isEqualTo(900);
    assertThat(run.samples().stream().mapToLong(Sample::admitted).sum())
        .isEqualTo(run.volume().admittedUnits());
    assertThat(run.samples().stream().mapToLong(Sample::rowsWritten).sum())
        .isEqualTo(run.cost().rowsWritten());
    assertThat(run.samples().stream().mapToDouble(Sample::usage).max().orElseThrow())
        .isEqualTo(1 + run.excess().worst());
    assertThat(run.excess().windows()).isEqualTo(1);
  }

  @Test
  void inconsistentBookkeepingEndsTheRun() {
    ScriptedShape scriptedShape = ScriptedShape.of(100, new ScriptedRegion(0, 0, 1_000, 100));
    TrafficShape failing = new TrafficShape() {
      @Override
      public String name() {
        return "brittle";
      }

      @Override
      public TrafficSource traffic(TrafficContext trafficContext, double load) {
        TrafficSource trafficSource = scriptedShape.traffic(trafficContext, load);
        return new TrafficSource() {
          @Override
          public List<Spender> spenders() {
            return trafficSource.spenders();
          }

          @Override
          public void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink) {
            trafficSource.generateUntil(epochMillis, sink);
          }

          @Override
          public void decided(SimulatedCheck simulatedCheck, boolean allowed) {
            throw new IllegalArgumentException("lost the pencil");
          }
        };
      }
    };

    assertThatThrownBy(() ->
            SmallScenarios.run(SmallScenarios.scenario(failing, 2), ComparedPolicy.WEIR, 1, 1))
        .hasMessage("a check failed")
        .hasRootCauseMessage("lost the pencil");
  }
}
