// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.measure.Script.Line;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.run.Contender;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CourseTest {

  private static Run run(Script script, long seconds, Fault... faults) {
    return Tiny.run(Tiny.scenario(script, seconds, faults), Contender.WEIR, 1, 1);
  }

  @Test
  @DisplayName(
      "a clock that is set back by an hour is no violation: the truth of its windows is kept")
  void aClockThatIsFarBehind() {
    Script script = Script.of(1_000, new Line(0, 0, 200_000, 100), new Line(1, 0, 200_000, 100));

    Run run = run(script, 200, new Fault(Kind.STEP_CLOCK, "region-0/node-0", 5_000, 0, -3_600_000));

    assertThat(run.volume().admittedChecks()).isEqualTo(4_000);
  }

  @Test
  @DisplayName("who comes late is not said to have waited for what it could know before it came")
  void aLateComer() {
    Script script = Script.of(1_000, new Line(0, 0, 30_000, 50), new Line(1, 25_000, 30_000, 50));

    Run run = run(script, 32);

    assertThat(run.delays().units() + run.delays().hidden()).isPositive();
    assertThat(run.delays().worst()).isLessThan(3_000);
  }

  @Test
  @DisplayName("checks in a region that is away are offered, but neither admitted nor refused")
  void nobodyThere() {
    Script script = Script.of(1_000, new Line(0, 0, 10_000, 100), new Line(1, 0, 10_000, 100));

    Run run = run(script, 11, new Fault(Kind.KILL, "region-1", 1, 20_000, 0));

    assertThat(run.volume().checks()).isEqualTo(200);
    assertThat(run.volume().admittedChecks()).isEqualTo(100);
    assertThat(run.volume().wronglyRefused()).isZero();
  }

  @Test
  @DisplayName("samples and totals tell the same")
  void samplesAddUp() {
    Run run = run(Script.of(100, new Line(0, 0, 9_000, 20), new Line(2, 0, 9_000, 20)), 10);

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
  @DisplayName("a run whose bookkeeping breaks ends there, and does not go on with wrong figures")
  void brokenBookkeeping() {
    Script script = Script.of(100, new Line(0, 0, 1_000, 100));
    Shape brittle = new Shape() {
      @Override
      public String name() {
        return "brittle";
      }

      @Override
      public Traffic traffic(Ground ground, double load) {
        Traffic traffic = script.traffic(ground, load);
        return new Traffic() {
          @Override
          public List<Spender> spenders() {
            return traffic.spenders();
          }

          @Override
          public void until(long epochMillis, Consumer<Ask> desk) {
            traffic.until(epochMillis, desk);
          }

          @Override
          public void decided(Ask ask, boolean allowed) {
            throw new IllegalArgumentException("lost the pencil");
          }
        };
      }
    };

    assertThatThrownBy(() -> Tiny.run(Tiny.scenario(brittle, 2), Contender.WEIR, 1, 1))
        .hasMessage("a check failed")
        .hasRootCauseMessage("lost the pencil");
  }
}
