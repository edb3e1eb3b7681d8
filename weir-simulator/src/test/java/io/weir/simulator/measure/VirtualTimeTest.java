// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.CellKey;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.measure.Script.Line;
import io.weir.simulator.planet.LedgerSource;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Plan;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Quirk;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.Task;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.shapes.Shapes;
import io.weir.simulator.truth.Trace;
import io.weir.simulator.truth.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VirtualTimeTest {
  private static final Line BUSY = new Line(0, 0, 20_000, 20);

  @ParameterizedTest
  @EnumSource(Contender.class)
  @DisplayName("the same task has the same outcome, in trouble too, and another seed another one")
  void oneTaskOneOutcome(Contender contender) {
    Scenario scenario = Tiny.scenario(
        Shapes.HOT_KEY.shape(),
        20,
        new Fault(Kind.STORM, "region-0", 2_000, 5_000, 0),
        new Fault(Kind.KILL, "region-1/node-0", 5_000, 2_000, 0));

    assertThat(Tiny.run(scenario, contender, 4, 1)).isEqualTo(Tiny.run(scenario, contender, 4, 1));
    assertThat(Tiny.run(scenario, contender, 4, 1).samples())
        .isNotEqualTo(Tiny.run(scenario, contender, 4, 2).samples());
  }

  @Test
  @DisplayName("a run is named after its contender, and only the one with a promise has a bound")
  void names() {
    Scenario scenario = Tiny.scenario(Script.of(100, BUSY), 3);

    for (Contender contender : Contender.values()) {
      assertThat(Tiny.run(scenario, contender, 7, 1).contender()).isEqualTo(contender.title());
      assertThat(Tiny.run(scenario, contender, 7, 1).load()).isEqualTo(7);
      assertThat(Double.isNaN(Tiny.run(scenario, contender, 7, 1).bound()))
          .isEqualTo(contender != Contender.WEIR);
    }
    Scenario troubled =
        Tiny.scenario(Script.of(100, BUSY), 3, new Fault(Kind.WIPE_LEDGER, "ledger", 1_000, 0, 0));
    assertThat(Tiny.run(troubled, Contender.WEIR, 7, 1).bound()).isNaN();
  }

  @Test
  @DisplayName("regions without a ledger cost no row and hear of nobody")
  void regional() {
    Scenario scenario = Tiny.scenario(Script.of(100, BUSY, new Line(1, 0, 20_000, 20)), 10);

    assertThat(Tiny.run(scenario, Contender.REGIONAL, 1, 1).cost().ledgerCalls())
        .isZero();
    assertThat(Tiny.run(scenario, Contender.REGIONAL, 1, 1).volume().admittedUnits())
        .isEqualTo(200);
    assertThat(Tiny.run(scenario, Contender.WEIR, 1, 1).cost().rowsWritten()).isPositive();
  }

  @Test
  @DisplayName("what must never happen is told with its seed and with what happened before")
  void violated() {
    Script script = new Script(100_000, List.of(BUSY), passed -> {
      if (passed >= 5_000) {
        throw new Violation("five seconds are over");
      }
    });

    InvariantViolated violation = catchThrowableOfType(
        InvariantViolated.class, () -> Tiny.run(Tiny.scenario(script, 10), Contender.WEIR, 1, 77));

    assertThat(violation.seed()).isEqualTo(77);
    assertThat(violation.what()).isEqualTo("five seconds are over");
    assertThat(violation).hasMessage("seed 77: five seconds are over");
    assertThat(violation.lastEvents())
        .hasSize(60)
        .allMatch(event -> event.matches("[0-9]+ ms  .+"))
        .anyMatch(event -> event.contains("region-0/node-0#0 decided ALLOWED"))
        .anyMatch(event -> event.contains(" published "));
  }

  @Test
  @DisplayName("what happens only once is told as that")
  void violatedOnce() {
    AtomicBoolean was = new AtomicBoolean();
    Script script = new Script(100, List.of(BUSY), passed -> {
      if (passed >= 1_000 && !was.getAndSet(true)) {
        throw new Violation("once");
      }
    });

    assertThatThrownBy(() -> Tiny.run(Tiny.scenario(script, 2), Contender.WEIR, 1, 3))
        .isInstanceOf(InvariantViolated.class)
        .hasMessage(
            "seed 3: once (not reproducible: a second run with the same seed behaved differently)");
  }

  @Test
  @DisplayName(
      "processes call the ledger of the source, and the audit goes on with the one in memory")
  void anotherLedger() {
    Scenario scenario = Tiny.scenario(Script.of(100, BUSY), 10);
    Task task = new Task(scenario, Contender.WEIR, 1, 1);
    Set<Life> callers = new HashSet<>();
    LedgerSource counted = (memory, clock) -> process -> {
      callers.add(process);
      return LedgerSource.MEMORY.open(memory, clock).apply(process);
    };

    Run run = new VirtualTime(counted).run(task, (millis, checks) -> {});

    assertThat(callers).hasSize(Tiny.TERRAIN.regions() * Tiny.TERRAIN.nodes());
    assertThat(run).isEqualTo(Tiny.run(scenario, Contender.WEIR, 1, 1));
  }

  @Test
  @DisplayName("another ledger than the one in memory can't be wiped")
  void wipe() {
    Fault fault = new Fault(Fault.Kind.WIPE_LEDGER, "ledger", 1_000, 0, 0);
    Scenario scenario = Tiny.scenario(Script.of(100, BUSY), 10, fault);
    Task task = new Task(scenario, Contender.WEIR, 1, 1);
    VirtualTime other = new VirtualTime((memory, clock) -> process -> memory);

    assertThatThrownBy(() -> other.run(task, (millis, checks) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("only a ledger in memory can be wiped");
  }

  @Test
  @DisplayName("a planet with something wrong is found out by the audit of its course")
  void aQuirkIsFound() {
    Scenario scenario = Tiny.scenario(Script.of(100, BUSY), 10);
    Quirk ghost = new Quirk() {
      @Override
      public Map<String, Long> found(int region, CellKey cell, Map<String, Long> fields) {
        Map<String, Long> more = new HashMap<>(fields);
        more.put("ghost.0", 1_000L);
        return more;
      }
    };
    Plan plan = new Plan(
        scenario.terrain(),
        scenario.span().startMillis() - Course.greetingMillis(scenario.span().tickMillis()),
        Optional.of(OriginOptions.defaults()),
        Optional.of(LedgerOptions.defaults()),
        Plan.PLENTY,
        1,
        ghost);
    Ground ground = new Ground(3, scenario.span().startMillis(), scenario.span().millis(), 1);
    Course course = new Course(
        scenario,
        new Course.Cast(
            scenario.shape().traffic(ground, 1),
            witness -> new Planet(plan, witness),
            Trace.NONE,
            Optional.empty()));

    assertThatThrownBy(() -> course.run("weir", 1, (millis, checks) -> {}))
        .isInstanceOf(Violation.class)
        .hasMessageContaining("the origin of region-0 holds");
  }
}
