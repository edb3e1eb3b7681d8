// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.traffic.shapes.EvenSpread;
import io.weir.simulator.traffic.shapes.Shapes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {
  static List<Scenario> scenarios() {
    return Catalogue.all();
  }

  @Test
  @DisplayName("there is a scenario for every shape, under the shape's name")
  void everyShapeHasAScenario() {
    assertThat(Catalogue.names()).containsAll(Shapes.names()).doesNotHaveDuplicates();
    assertThat(Shapes.names())
        .allSatisfy(name ->
            assertThat(Catalogue.named(name).orElseThrow().shape().name()).isEqualTo(name));
  }

  @Test
  @DisplayName("the scenarios that the documentation names are there")
  void namedScenariosAreThere() {
    assertThat(Catalogue.names())
        .contains("production-10x", "production-100x", "even-spread-late", "outage", "partition")
        .contains("restarts", "wipe", "skew");
    assertThat(Catalogue.named("even-spred")).isEmpty();
  }

  @Test
  @DisplayName("everything that can go wrong goes wrong in some scenario")
  void everyKindOfFaultOccurs() {
    assertThat(Catalogue.all().stream().flatMap(each -> each.faults().stream()).map(Fault::kind))
        .contains(Arrays.stream(Kind.values()).toArray(Kind[]::new));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @DisplayName(
      "a scenario has a sentence, loads, faults that can happen, and starts where windows start")
  void scenariosAreWellFormed(Scenario scenario) {
    assertThat(scenario.title()).endsWith(".").hasSizeBetween(20, 100);
    assertThat(scenario.loads()).isNotEmpty().doesNotHaveDuplicates().allMatch(load -> load > 0);
    assertThat(scenario.terrain()).isEqualTo(Catalogue.TERRAIN);
    FaultCheck check = new FaultCheck(scenario.terrain(), scenario.span());
    assertThat(scenario.faults())
        .allSatisfy(each -> assertThat(check.complaints(each)).isEmpty());
    for (long seconds : new long[] {1, 10, 60, 300, 600}) {
      assertThat(scenario.span().startMillis() % (seconds * 1_000)).isZero();
    }
    assertThat(scenario.span().millis() % scenario.span().tickMillis()).isZero();
  }

  @Test
  @DisplayName("the attack is offered at 2 to 100 limits, and the late one begins at 0:59")
  void theAttackIsOfferedAtManyLoads() {
    Scenario attack = Catalogue.named("even-spread").orElseThrow();
    Scenario late = Catalogue.named("even-spread-late").orElseThrow();

    assertThat(attack.loads()).containsExactly(2.0, 4.0, 10.0, 30.0, 100.0);
    assertThat(late.loads()).isEqualTo(attack.loads());
    assertThat(((EvenSpread) late.shape()).phaseMillis()).isEqualTo(59_000);
  }

  @Test
  @DisplayName(
      "production is offered once, ten and a hundred times, the largest for the shortest time")
  void productionIsOfferedAtThreeSizes() {
    Scenario one = Catalogue.named("production").orElseThrow();
    Scenario ten = Catalogue.named("production-10x").orElseThrow();
    Scenario hundred = Catalogue.named("production-100x").orElseThrow();

    assertThat(one.loads()).containsExactly(1.0);
    assertThat(ten.loads()).containsExactly(10.0);
    assertThat(hundred.loads()).containsExactly(100.0);
    assertThat(one.span().millis()).isEqualTo(3_600_000);
    assertThat(hundred.span().millis()).isLessThan(ten.span().millis());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1_000, 60_000, 90_000, 3_600_000, 86_400_000, 86_400_001})
  @DisplayName("a time that is written can be read")
  void timesRoundTrip(long millis) {
    assertThat(Times.parse(Times.text(millis))).hasValue(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-5s", "1.5s", "5 s", "5S", "99999999999s", "5sec", "٣s"})
  @DisplayName("what is no time is not read as one")
  void otherTextsAreNoTimes(String text) {
    assertThat(Times.parse(text)).isEmpty();
  }
}
