// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.SubjectKey;
import io.weir.WhenDegraded;
import io.weir.engine.Limiter;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How much of an origin's memory a workspace gets. */
class RoomTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));
  private static final long MEMORY = 1_000_000;

  private final Rig rig = new Rig();

  RoomTest() {
    rig.origin.limitTo(MEMORY);
  }

  private void flood(Peer peer, String workspace, int identifiers) {
    Limiter limiter = peer.engine().limiter(workspace, "n", LIMIT);
    for (int i = 0; i < identifiers; i++) {
      assertThat(limiter.checkAsync("id-" + i, 1)).isCompleted();
      if (i % 100 == 0) {
        rig.pass(1);
      }
    }
    rig.pass(2_000);
  }

  private long cells(String workspace, int identifiers) {
    long sequence = rig.clock.epochMillis() / LIMIT.durationMillis();
    long cells = 0;
    for (int i = 0; i < identifiers; i++) {
      SubjectKey subject = new SubjectKey(workspace, "n", "id-" + i, LIMIT.durationMillis());
      cells += rig.origin.store().total(new CellKey(subject, sequence)) > 0 ? 1 : 0;
    }
    return cells;
  }

  @Test
  @DisplayName(
      "one workspace gets three quarters of the ceiling, and another a part of what that leaves")
  void aFloodLeavesRoomForOthers() {
    Peer one = rig.peer();
    Peer two = rig.peer();
    rig.pass(3_000);

    flood(one, "flooder", 5_000);
    flood(two, "flooder", 10_000);
    flood(one, "second", 5_000);

    long first = cells("flooder", 10_000);
    assertThat(first * 290).isBetween(MEMORY / 2, MEMORY * 2 / 3);
    assertThat(cells("second", 5_000)).isBetween(first / 6, first / 2);
    assertThat(one.tally().of(Event.ORIGIN_CELL_WITHHELD)).isPositive();
    assertThat(one.tally().level(Gauge.WITHHELD_CELLS)).isPositive();
    assertThat(one.tally().changes()).isEmpty();
  }

  @Test
  void theOthersAreCountedTogetherAsEver() {
    Peer one = rig.peer();
    Peer two = rig.peer();
    rig.pass(3_000);
    flood(one, "flooder", 10_000);

    int admitted = 0;
    for (int i = 0; i < 100; i++) {
      admitted += one.check(LIMIT, "alice").allowed() ? 1 : 0;
      rig.pass(10);
      admitted += two.check(LIMIT, "alice").allowed() ? 1 : 0;
      rig.pass(10);
    }

    assertThat(admitted).isEqualTo(100);
    assertThat(rig.total(LIMIT, "alice")).isEqualTo(100);
  }

  @Test
  @DisplayName(
      "decisions on what has no room are degraded, and follow what the limit says for that")
  void whatHasNoRoomIsDegraded() {
    Peer peer = rig.peer();
    rig.pass(3_000);
    flood(peer, "flooder", 10_000);
    Limiter open = peer.engine().limiter("flooder", "n", LIMIT);
    Limiter closed =
        peer.engine().limiter("flooder", "n", LIMIT.withWhenDegraded(WhenDegraded.CLOSED));

    assertThat(open.checkAsync("new", 1).join().degraded())
        .isFalse(); // its first: it was just read
    rig.pass(300);
    assertThat(open.checkAsync("new", 1).join().degraded()).isTrue();
    assertThat(closed.checkAsync("new", 1).join().allowed()).isFalse();
    assertThat(peer.check(LIMIT, "alice").degraded()).isFalse();
  }

  @Test
  void aProcessThatStartsLaterKnowsWhatIsUsed() {
    Peer one = rig.peer();
    rig.pass(3_000);
    flood(one, "flooder", 10_000);
    long before = cells("flooder", 10_000);
    Peer two = rig.peer();
    rig.pass(3_000);

    Limiter limiter = two.engine().limiter("flooder", "m", LIMIT);
    for (int i = 0; i < 10_000; i++) {
      limiter.checkAsync("id-" + i, 1).join();
      if (i % 100 == 0) {
        rig.pass(1);
      }
    }
    rig.pass(2_000);

    assertThat(rig.origin.store().fields() - before).isLessThan(800);
    two.check(LIMIT, "alice", 3);
    rig.pass(300);
    assertThat(rig.total(LIMIT, "alice")).isEqualTo(3);
    assertThat(two.check(LIMIT, "alice").degraded()).isFalse();
  }

  @Test
  void whenThereIsRoomAgainWhatWasWithheldIsPublished() {
    Peer peer = rig.peer();
    rig.pass(3_000);
    Limit brief = Limit.of(100, Duration.ofSeconds(60));
    Limiter limiter = peer.engine().limiter("hostile", "n", brief);
    for (int i = 0; i < 5_000; i++) {
      limiter.checkAsync("brief-" + i, 1).join();
    }
    rig.pass(2_000);
    Limiter lasting = peer.engine().limiter("hostile", "n", LIMIT);
    lasting.checkAsync("lasting", 7).join();
    rig.pass(300);
    lasting.checkAsync("lasting", 1).join();
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 20);
    rig.pass(2_000);
    assertThat(rig.total("hostile", LIMIT, "lasting")).isZero();
    for (int i = 0; i < 20; i++) {
      assertThat(rig.total(LIMIT, Neighbour.identifier(i))).isEqualTo(1);
    }

    rig.pass(300_000, 100);

    assertThat(rig.total("hostile", LIMIT, "lasting")).isEqualTo(8);
    neighbour.assertUntouched();
    assertThat(peer.tally().level(Gauge.WITHHELD_CELLS)).isZero();
  }

  @Test
  @DisplayName("after a loss, cells without room do not keep the region from being complete")
  void aLossIsHealedAllTheSame() {
    Peer one = rig.peer();
    Peer two = rig.peer();
    rig.pass(10_000, 5);
    flood(one, "flooder", 10_000);
    two.check(LIMIT, "alice", 3);
    rig.pass(1_000);
    one.check(LIMIT, "alice", 5);
    rig.pass(6_000, 5);
    assertThat(one.sees(LIMIT, "alice").siblings()).isEqualTo(3);
    rig.kill(two);
    rig.pass(15_000, 5);

    rig.origin.store().wipe();
    rig.pass(30_000, 5);

    assertThat(rig.total(LIMIT, "alice")).isEqualTo(8); // that of the dead one is restored at last
    assertThat(cells("flooder", 10_000)).isPositive();
    one.engine().close();
    assertThat(rig.total(LIMIT, "alice")).isEqualTo(8);
  }
}
