// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The two ways in which a shared list of the blocked harmed those who had spent nothing. Counts that are shared must not. */
@Tag("integration")
class MotivationTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(1));

  /** Half a minute into a window, all that the user may spend elsewhere. */
  private static int admitsHalfWay(Regions regions, Peer peer) {
    regions.passUntil(90_000);
    return peer.admit(TEN, "user", 20);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a request larger than the limit takes nothing from the user anywhere")
  void anOversizedRequestHarmsNobody(PushPolicy policy) {
    try (Regions regions = Regions.under(policy)) {
      Peer a = regions.peer("a");
      Peer b = regions.peer("b");
      Peer c = regions.peer("c");
      assertThat(a.check(TEN, "user", 11).allowed()).isFalse();
      regions.converge();

      assertThat(regions.rows().size()).isZero();
      assertThat(b.sees(TEN, "user").foreign()).isZero();
      assertThat(b.admit(TEN, "user", 20)).isEqualTo(10);
      assertThat(c.check(TEN, "user", 10).allowed()).isTrue(); // before it can have heard of b
      assertThat(a.check(TEN, "user", 10).allowed()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a request too large for what is left costs the user what was admitted, and no more")
  void aRefusalCostsNoMoreThanWhatWasAdmitted(PushPolicy policy) {
    try (Regions regions = Regions.under(policy)) {
      Peer a = regions.peer("a");
      Peer b = regions.peer("b");
      a.admit(TEN, "user", 6);
      assertThat(a.check(TEN, "user", 5).allowed()).isFalse();
      regions.converge();

      assertThat(b.sees(TEN, "user").foreign()).isEqualTo(6);
      assertThat(b.admit(TEN, "user", 20)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a refusal that the previous window caused takes nothing of the new one anywhere")
  void aRefusalForThePreviousWindowHarmsNobody(PushPolicy policy) {
    try (Regions regions = Regions.under(policy)) {
      Peer a = regions.peer("a");
      Peer b = regions.peer("b");
      Peer c = regions.peer("c");
      regions.pass(20_000);
      a.admit(TEN, "user", 8);
      regions.passUntil(60_000);
      assertThat(a.check(TEN, "user", 3).allowed()).isFalse();
      regions.converge();

      assertThat(regions.rows().counts(regions.cell(TEN, "user"))).isEmpty();
      assertThat(c.sees(TEN, "user").foreign()).isZero();
      assertThat(admitsHalfWay(regions, b)).as("all but half of eight").isEqualTo(6);
    }
  }

  /** What two other regions answer to a check every second, with or without refused requests in the first one. */
  private static List<String> answers(PushPolicy policy, boolean withRefusals) {
    List<String> answers = new ArrayList<>();
    try (Regions regions = Regions.under(policy)) {
      Peer a = regions.peer("a");
      List<Peer> others = List.of(regions.peer("b"), regions.peer("c"));
      for (int second = 0; second < 150; second++) {
        regions.pass(1_000);
        if (second % 10 == 9) {
          a.check(TEN, "user", 2);
        }
        if (withRefusals) {
          assertThat(a.check(TEN, "user", 11).allowed()).isFalse();
        }
        if (second % 7 == 0) {
          others.forEach(peer -> answers.add(peer.check(TEN, "user").toString()));
        }
      }
    }
    return answers;
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("other regions answer as in a world in which the refused requests were never made")
  void refusalsLeaveNoTraceElsewhere(PushPolicy policy) {
    assertThat(answers(policy, true)).hasSize(44).isEqualTo(answers(policy, false));
  }
}
