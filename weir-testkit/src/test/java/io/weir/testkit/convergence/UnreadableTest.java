// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An origin that holds something else than counts under a cell's name, or counts that can't be. */
class UnreadableTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));

  private final Rig rig = new Rig();
  private final Peer one = rig.peer();
  private final Peer two = rig.peer();

  @Test
  void aCellThatCannotBeReadHarmsNoOther() {
    rig.pass(3_000);
    rig.origin.spoil(rig.cell(LIMIT, "bad"));

    int admitted = 0;
    for (int i = 0; i < 150; i++) {
      for (Peer peer : List.of(one, two)) {
        peer.check(LIMIT, "bad");
        admitted += peer.check(LIMIT, "good").allowed() ? 1 : 0;
        rig.pass(10);
      }
    }

    assertThat(admitted).isEqualTo(100);
    assertThat(one.check(LIMIT, "good").degraded()).isFalse();
    assertThat(one.tally().changes()).isEmpty();
    assertThat(one.tally().of(Event.ORIGIN_CELL_UNREADABLE)).isPositive();
  }

  @Test
  @DisplayName("its own decisions are degraded, and it is offered ever more rarely")
  void theCellItselfIsCountedLocally() {
    rig.pass(3_000);
    rig.origin.spoil(rig.cell(LIMIT, "bad"));
    for (int i = 0; i < 50; i++) {
      assertThat(one.check(LIMIT, "bad").allowed()).isTrue();
      rig.pass(10);
    }
    assertThat(one.check(LIMIT, "bad").degraded()).isTrue();
    rig.origin.forgetCalls();

    rig.pass(60_000, 10);

    assertThat(rig.origin.publications()).hasSizeBetween(2, 5);
  }

  @Test
  void onceItCanBeReadAgainItIsToldInFull() {
    rig.pass(3_000);
    rig.origin.spoil(rig.cell(LIMIT, "bad"));
    for (int i = 0; i < 50; i++) {
      one.check(LIMIT, "bad");
      rig.pass(10);
    }
    rig.origin.mend();
    rig.pass(61_000, 10);

    assertThat(rig.total(LIMIT, "bad")).isEqualTo(50);
    assertThat(two.check(LIMIT, "bad").remaining()).isEqualTo(49);
  }

  @Test
  void aCountThatCannotBeIsLeftOutAndCounted() {
    rig.pass(3_000);
    var unused = rig.origin
        .store()
        .publish(List.of(
            new Publication(rig.cell(LIMIT, "a"), "ghost.1", Long.MAX_VALUE / 2, 600_000),
            new Publication(rig.cell(LIMIT, "a"), "ghost.2", Long.MIN_VALUE, 600_000),
            new Publication(rig.cell(LIMIT, "a"), "sibling.1", 10, 600_000)));

    assertThat(one.check(LIMIT, "a").remaining()).isEqualTo(89);
    assertThat(one.tally().of(Event.COUNT_IMPLAUSIBLE)).isGreaterThanOrEqualTo(2);
  }

  @Test
  @DisplayName("a process that admitted more than can be told tells the most, once")
  void moreThanCanBeToldIsToldAsTheMost() {
    Limit vast = Limit.of(Long.MAX_VALUE, Duration.ofMinutes(10));
    rig.pass(3_000);
    assertThat(one.check(vast, "a", Long.MAX_VALUE / 2).allowed()).isTrue();
    rig.pass(1_000);
    rig.origin.forgetCalls();
    rig.pass(5_000);

    assertThat(two.sees(vast, "a").siblings()).isEqualTo(1L << 53);
    assertThat(rig.origin.publications()).isEmpty();
    one.check(vast, "a", 1);
    rig.pass(1_000);
    assertThat(one.tally().of(Event.ORIGIN_WIPE_SEEN)).isZero();
  }
}
