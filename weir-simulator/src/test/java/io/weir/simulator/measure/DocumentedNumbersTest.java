// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.scenario.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the documented numbers in virtual time with fixed seeds, so they are the same on every machine. */
@Tag("stress")
class DocumentedNumbersTest {
  private static final Scenario ATTACK = SmallScenarios.coarse("even-spread", 65);

  @ParameterizedTest
  @ValueSource(doubles = {2, 4, 10})
  void anAttackOverTenRegionsExceedsByAtMostATenth(double load) {
    Run run = SmallScenarios.run(ATTACK, ComparedPolicy.WEIR, load, 1);

    assertThat(run.excess().worst()).isBetween(0.0, 0.1);
    assertThat(run.excess().worst()).isLessThanOrEqualTo(run.bound());
    assertThat(run.volume().admittedUnits()).as("but all of the limit").isGreaterThan(990);
  }

  @ParameterizedTest
  @CsvSource({"RFC, 2", "RFC, 10", "UPSTREAM, 2", "UPSTREAM, 10"})
  void otherPoliciesExceedByMore(ComparedPolicy other, double load) {
    assertThat(SmallScenarios.run(ATTACK, other, load, 1).excess().worst()).isGreaterThan(0.1);
  }

  @Test
  void regionsWithoutALedgerEachAdmitTheLimit() {
    assertThat(
            SmallScenarios.run(ATTACK, ComparedPolicy.REGIONAL, 4, 1).excess().worst())
        .isGreaterThan(2.9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 100})
  void theOracleAdmitsExactlyTheLimit(double load) {
    Run run = SmallScenarios.run(ATTACK, ComparedPolicy.EXACT, load, 1);

    assertThat(run.excess().worst()).isZero();
    assertThat(run.volume().admittedUnits()).isGreaterThanOrEqualTo(1_000);
    assertThat(run.volume().wronglyRefused()).isZero();
  }

  @Test
  void noCheckIsRefusedWrongly() {
    Run run = SmallScenarios.run(SmallScenarios.coarse("hot-key", 90), ComparedPolicy.WEIR, 2, 1);

    assertThat(run.volume().wronglyRefused()).isZero();
    assertThat(run.volume().admittedChecks()).isBetween(1_000L, run.volume().checks() - 500);
  }
}
