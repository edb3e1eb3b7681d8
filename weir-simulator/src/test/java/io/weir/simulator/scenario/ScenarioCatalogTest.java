// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.traffic.shapes.EvenSpread;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioCatalogTest {
  static List<Scenario> scenarios() {
    return ScenarioCatalog.all();
  }

  @Test
  void everyShapeHasAScenario() {
    assertThat(ScenarioCatalog.names()).containsAll(ShapeTemplate.names()).doesNotHaveDuplicates();
    assertThat(ShapeTemplate.names())
        .allSatisfy(name ->
            assertThat(ScenarioCatalog.named(name).orElseThrow().shape().name()).isEqualTo(name));
  }

  @Test
  void documentedScenariosExist() {
    assertThat(ScenarioCatalog.names())
        .contains("production-10x", "production-100x", "even-spread-late", "outage", "partition")
        .contains("restarts", "wipe", "skew");
    assertThat(ScenarioCatalog.named("even-spred")).isEmpty();
  }

  @Test
  void everyKindOfFaultOccurs() {
    assertThat(ScenarioCatalog.all().stream()
            .flatMap(each -> each.faults().stream())
            .map(SimulatedFault::kind))
        .contains(Arrays.stream(FaultType.values()).toArray(FaultType[]::new));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenariosAreWellFormed(Scenario scenario) {
    assertThat(scenario.title()).endsWith(".").hasSizeBetween(20, 100);
    assertThat(scenario.loads()).isNotEmpty().doesNotHaveDuplicates().allMatch(load -> load > 0);
    assertThat(scenario.topology()).isEqualTo(ScenarioCatalog.TOPOLOGY);
    FaultValidator check = new FaultValidator(scenario.topology(), scenario.span());
    assertThat(scenario.faults())
        .allSatisfy(each -> assertThat(check.errors(each)).isEmpty());
    for (long seconds : new long[] {1, 10, 60, 300, 600}) {
      assertThat(scenario.span().startMillis() % (seconds * 1_000)).isZero();
    }
    assertThat(scenario.span().millis() % scenario.span().tickMillis()).isZero();
  }

  @Test
  void theAttackIsOfferedAt2To100Limits() {
    Scenario attack = ScenarioCatalog.named("even-spread").orElseThrow();
    Scenario late = ScenarioCatalog.named("even-spread-late").orElseThrow();

    assertThat(attack.loads()).containsExactly(2.0, 4.0, 10.0, 30.0, 100.0);
    assertThat(late.loads()).isEqualTo(attack.loads());
    assertThat(((EvenSpread) late.shape()).phaseMillis()).isEqualTo(59_000);
  }

  @Test
  void productionIsOfferedAtThreeSizes() {
    Scenario one = ScenarioCatalog.named("production").orElseThrow();
    Scenario ten = ScenarioCatalog.named("production-10x").orElseThrow();
    Scenario hundred = ScenarioCatalog.named("production-100x").orElseThrow();

    assertThat(one.loads()).containsExactly(1.0);
    assertThat(ten.loads()).containsExactly(10.0);
    assertThat(hundred.loads()).containsExactly(100.0);
    assertThat(one.span().millis()).isEqualTo(3_600_000);
    assertThat(hundred.span().millis()).isLessThan(ten.span().millis());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1_000, 60_000, 90_000, 3_600_000, 86_400_000, 86_400_001})
  void timesRoundTrip(long millis) {
    assertThat(DurationFormat.parse(DurationFormat.text(millis))).hasValue(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-5s", "1.5s", "5 s", "5S", "99999999999s", "5sec", "٣s"})
  void invalidTimesAreRefused(String text) {
    assertThat(DurationFormat.parse(text)).isEmpty();
  }
}
