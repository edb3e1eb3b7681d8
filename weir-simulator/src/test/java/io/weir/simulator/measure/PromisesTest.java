// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.scenario.Scenario;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers that are promised, in virtual time and from fixed seeds: they are the same on every machine. */
@Tag("stress")
class PromisesTest {
  private static final Scenario ATTACK = Tiny.coarse("even-spread", 65);

  @ParameterizedTest
  @ValueSource(doubles = {2, 4, 10})
  @DisplayName("an attack spread over ten regions gets at most a tenth more than the limit")
  void weirStaysCloseToTheLimit(double load) {
    Run run = Tiny.run(ATTACK, Contender.WEIR, load, 1);

    assertThat(run.excess().worst()).isBetween(0.0, 0.1);
    assertThat(run.excess().worst()).isLessThanOrEqualTo(run.bound());
    assertThat(run.volume().admittedUnits()).as("but all of the limit").isGreaterThan(990);
  }

  @ParameterizedTest
  @CsvSource({"RFC, 2", "RFC, 10", "UPSTREAM, 2", "UPSTREAM, 10"})
  @DisplayName("the other policies let such an attack have more than that")
  void othersDoNot(Contender other, double load) {
    assertThat(Tiny.run(ATTACK, other, load, 1).excess().worst()).isGreaterThan(0.1);
  }

  @Test
  @DisplayName("regions that do not talk let each have its own limit, up to what was offered")
  void regionsForThemselves() {
    assertThat(Tiny.run(ATTACK, Contender.REGIONAL, 4, 1).excess().worst()).isGreaterThan(2.9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 100})
  @DisplayName("who knows everything never exceeds a limit, and admits all of it")
  void exactNeverExceeds(double load) {
    Run run = Tiny.run(ATTACK, Contender.EXACT, load, 1);

    assertThat(run.excess().worst()).isZero();
    assertThat(run.volume().admittedUnits()).isGreaterThanOrEqualTo(1_000);
    assertThat(run.volume().wronglyRefused()).isZero();
  }

  @Test
  @DisplayName("nobody is refused who, by the true counts, should not be")
  void nobodyIsRefusedWrongly() {
    Run run = Tiny.run(Tiny.coarse("hot-key", 90), Contender.WEIR, 2, 1);

    assertThat(run.volume().wronglyRefused()).isZero();
    assertThat(run.volume().admittedChecks()).isBetween(1_000L, run.volume().checks() - 500);
  }
}
