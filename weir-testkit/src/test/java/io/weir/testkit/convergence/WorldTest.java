// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What regions learn of each other, under every policy. */
class WorldTest {
  private static final Limit LIMIT = Limit.of(10, Duration.ofMinutes(10));

  /** The usage from which on a lonely region tells: a fifth, a half, or its share of two regions. */
  private static int threshold(PushPolicy policy) {
    return policy == PushPolicy.UPSTREAM ? 2 : 5;
  }

  @ParameterizedTest
  @EnumSource
  void whatOneRegionAdmittedCountsInAnother(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(LIMIT, "x", 6);
    globe.converge();

    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(6);
    assertThat(b.check(LIMIT, "x").allowed()).isTrue();
    assertThat(b.check(LIMIT, "x", 4).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void processesOfARegionSpeakWithOneVoice(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a1 = globe.peer("a");
    Peer a2 = globe.peer("a");
    Peer b1 = globe.peer("b");
    Peer b2 = globe.peer("b");
    a1.admit(LIMIT, "x", 3);
    a2.admit(LIMIT, "x", 3);
    globe.converge();
    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(6);

    assertThat(b1.admit(LIMIT, "x", 2)).isEqualTo(2);
    assertThat(b2.admit(LIMIT, "x", 2)).isEqualTo(2);
    globe.converge();

    assertThat(b1.check(LIMIT, "x").allowed()).isFalse();
    assertThat(b2.check(LIMIT, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aRegionBelowTheThresholdStaysSilent(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", threshold(policy) - 1);
    globe.converge();

    assertThat(globe.ledger.pushed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theThresholdIsInclusiveAndMeansTheWholeRegion(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a1 = globe.peer("a");
    Peer a2 = globe.peer("a");
    a1.admit(LIMIT, "x", threshold(policy) - 1);
    a2.admit(LIMIT, "x", 1);
    globe.converge();

    assertThat(globe.row(LIMIT, "x", "a")).isEqualTo(threshold(policy));
  }

  @ParameterizedTest
  @EnumSource(names = {"UPSTREAM", "WEIR"})
  void aRegionThatHeardOfAnotherTellsWhatItHasBelowTheThreshold(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(LIMIT, "x", 6);
    globe.converge();
    assertThat(globe.row(LIMIT, "x", "b")).isZero();

    b.admit(LIMIT, "x", 1);
    globe.converge();

    assertThat(globe.row(LIMIT, "x", "b")).isEqualTo(1);
    assertThat(a.sees(LIMIT, "x").foreign()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRegionsOwnRowIsNeverForeign(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", 6);
    globe.converge();

    assertThat(a.sees(LIMIT, "x").foreign()).isZero();
    assertThat(a.sees(LIMIT, "x").own()).isEqualTo(6);
    assertThat(a.sees(LIMIT, "x").siblings()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theRowOfAnotherOriginOfTheSameRegionCountsAsForeign(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a1 = globe.peer("a", new InMemoryOrigin(globe.rig.clock));
    Peer a2 = globe.peer("a", new InMemoryOrigin(globe.rig.clock));
    a1.admit(LIMIT, "x", 6);
    globe.converge();

    assertThat(a2.check(LIMIT, "x", 5).allowed()).isFalse();
    assertThat(a2.sees(LIMIT, "x").siblings()).isZero();
    assertThat(a2.sees(LIMIT, "x").foreign()).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource
  void foreignCountsOfSeveralRegionsAddUp(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Limit twenty = Limit.of(20, Duration.ofMinutes(10));
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    Peer c = globe.peer("c");
    a.admit(twenty, "x", 12);
    b.admit(twenty, "x", 11);
    globe.converge();

    assertThat(c.sees(twenty, "x").foreign()).isEqualTo(23);
    assertThat(c.check(twenty, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void foreignCountsAreNeverPushed(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(LIMIT, "x", 5);
    b.admit(LIMIT, "x", 5);
    for (int i = 0; i < 4; i++) {
      globe.converge();
      a.check(LIMIT, "x");
      b.check(LIMIT, "x");
    }

    assertThat(globe.ledger.pushed()).allMatch(component -> component.count() <= 5);
    assertThat(globe.ledger.store().total(globe.rig.cell(LIMIT, "x"))).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void whatDidNotGrowIsNotPushedAgain(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    a.admit(LIMIT, "x", 6);
    globe.converge();
    int pushed = globe.ledger.pushed().size();
    globe.converge();

    assertThat(pushed).isEqualTo(1);
    assertThat(globe.ledger.pushed()).hasSize(pushed);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedCostIsNotPushed(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    assertThat(a.check(LIMIT, "x", 11).allowed()).isFalse();
    globe.converge();

    assertThat(globe.ledger.pushed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aSumArrivesBeforeTheSubjectDoesAndIsCountedApart(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    a.admit(LIMIT, "x", 6);
    globe.converge();
    assertThat(b.tally().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    assertThat(b.tally().of(Event.CELL_CREATED_BY_TRAFFIC)).isZero();
    assertThat(b.engine().subjects()).isZero();

    assertThat(b.admit(LIMIT, "x", 10)).isEqualTo(4);
    assertThat(a.tally().of(Event.CELL_CREATED_BY_IMPORT)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aSumOfThePreviousWindowWeighsOnANewSubject(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Peer a = globe.peer("a");
    Peer b = globe.peer("b");
    globe.rig.pass(600_000 - 60_000);
    a.admit(LIMIT, "x", 10);
    globe.rig.pass(60_000 + 1);

    assertThat(b.check(LIMIT, "x", 0).explain().previous().foreign()).isEqualTo(10);
    assertThat(b.check(LIMIT, "x").allowed()).isTrue(); // one has decayed: floor(9.99)
    assertThat(b.check(LIMIT, "x").allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shortWindowsNeverTouchTheLedger(PushPolicy policy) {
    Globe globe = new Globe(policy);
    Limit brief = Limit.of(10, Duration.ofMillis(59_999));
    Peer a = globe.peer("a");
    Peer alone = globe.peerWithoutOrigin("b");
    a.admit(brief, "x", 10);
    alone.admit(brief, "x", 10);
    globe.converge();

    assertThat(globe.ledger.pushed()).isEmpty();
  }
}
