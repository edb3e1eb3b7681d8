// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the two ways in which a shared block list harmed users who had spent nothing. Shared counts must not. */
@Tag("integration")
class BlockListRegressionTest {
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(1));

  /** Returns how much the user can spend elsewhere, half a minute into a window. */
  private static int admitsHalfWay(DatabaseRegions databaseRegions, TestProcess testProcess) {
    databaseRegions.passUntil(90_000);
    return testProcess.admit(TEN, "user", 20);
  }

  @ParameterizedTest
  @EnumSource
  void anOversizedRequestSpendsNothingAnywhere(PushPolicy policy) {
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(policy)) {
      TestProcess a = databaseRegions.peer("a");
      TestProcess b = databaseRegions.peer("b");
      TestProcess c = databaseRegions.peer("c");
      assertThat(a.check(TEN, "user", 11).allowed()).isFalse();
      databaseRegions.converge();

      assertThat(databaseRegions.rows().size()).isZero();
      assertThat(b.sees(TEN, "user").foreign()).isZero();
      assertThat(b.admit(TEN, "user", 20)).isEqualTo(10);
      assertThat(c.check(TEN, "user", 10).allowed())
          .isTrue(); // before it can have received b's count
      assertThat(a.check(TEN, "user", 10).allowed()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalCostsOnlyWhatWasAdmitted(PushPolicy policy) {
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(policy)) {
      TestProcess a = databaseRegions.peer("a");
      TestProcess b = databaseRegions.peer("b");
      a.admit(TEN, "user", 6);
      assertThat(a.check(TEN, "user", 5).allowed()).isFalse();
      databaseRegions.converge();

      assertThat(b.sees(TEN, "user").foreign()).isEqualTo(6);
      assertThat(b.admit(TEN, "user", 20)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalByThePreviousWindowSpendsNothing(PushPolicy policy) {
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(policy)) {
      TestProcess a = databaseRegions.peer("a");
      TestProcess b = databaseRegions.peer("b");
      TestProcess c = databaseRegions.peer("c");
      databaseRegions.pass(20_000);
      a.admit(TEN, "user", 8);
      databaseRegions.passUntil(60_000);
      assertThat(a.check(TEN, "user", 3).allowed()).isFalse();
      databaseRegions.converge();

      assertThat(databaseRegions.rows().counts(databaseRegions.cell(TEN, "user")))
          .isEmpty();
      assertThat(c.sees(TEN, "user").foreign()).isZero();
      assertThat(admitsHalfWay(databaseRegions, b)).as("all but half of eight").isEqualTo(6);
    }
  }

  /**
   * Returns the decisions of two other regions for a check every second, with or without refused requests in the
   * first region.
   */
  private static List<String> answers(PushPolicy policy, boolean withRefusals) {
    List<String> answers = new ArrayList<>();
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(policy)) {
      TestProcess a = databaseRegions.peer("a");
      List<TestProcess> others = List.of(databaseRegions.peer("b"), databaseRegions.peer("c"));
      for (int second = 0; second < 150; second++) {
        databaseRegions.pass(1_000);
        if (second % 10 == 9) {
          a.check(TEN, "user", 2);
        }
        if (withRefusals) {
          assertThat(a.check(TEN, "user", 11).allowed()).isFalse();
        }
        if (second % 7 == 0) {
          others.forEach(
              testProcess -> answers.add(testProcess.check(TEN, "user").toString()));
        }
      }
    }
    return answers;
  }

  @ParameterizedTest
  @EnumSource
  void refusalsChangeNothingInOtherRegions(PushPolicy policy) {
    assertThat(answers(policy, true)).hasSize(44).isEqualTo(answers(policy, false));
  }
}
