// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many regions there are is known without any count, and follows those who come and go. */
@Tag("integration")
class CensusTest {
  private static final long HOUR = 3_600_000;

  /** Heartbeats are ten seconds apart once a process has lived for a while. */
  private static final long HEARTBEAT_MILLIS = 11_000;

  private final Regions regions = Regions.with(LedgerOptions.defaults());

  @AfterEach
  void leave() {
    regions.close();
  }

  private static long known(Peer peer) {
    return peer.tally().level(Gauge.REGIONS);
  }

  @Test
  @DisplayName(
      "ten regions that start together on empty tables know of each other before anything was spent")
  void aFreshFleetKnowsItsRegions() {
    List<Peer> ten = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ten.add(regions.peer("region-" + i));
    }
    regions.peer("region-0"); // a second process is not another region
    regions.pass(200);

    assertThat(ten).allMatch(peer -> known(peer) == 10);
    assertThat(regions.rows().size()).isZero();
  }

  @Test
  @DisplayName("a region that joins lowers the threshold of what was spent before it came")
  void aRegionThatJoinsIsCounted() {
    Limit thirty = Limit.of(30, Duration.ofMinutes(10));
    Peer a = regions.peer("a");
    regions.peer("b");
    regions.peer("c");
    regions.pass(1_000);
    a.admit(thirty, "x", 8); // less than a third, more than a quarter
    regions.pass(HEARTBEAT_MILLIS);
    assertThat(known(a)).isEqualTo(3);
    assertThat(regions.rows().size()).isZero();

    regions.peer("d");
    regions.pass(HEARTBEAT_MILLIS);

    assertThat(known(a)).isEqualTo(4);
    assertThat(regions.row(thirty, "x", "a")).isEqualTo(8);
  }

  @Test
  @DisplayName("a region counts until it was silent for a day, and again when it comes back")
  void aRegionLeavesAfterADayAndComesBack() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    Peer c = regions.peer("c");
    regions.pass(HEARTBEAT_MILLIS);
    assertThat(known(a)).isEqualTo(3);
    regions.peers().kill(c);
    regions.peers().pass(24 * HOUR - 60_000, 600_000);
    regions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b))).containsExactly(3L, 3L);

    regions.peers().pass(60_000, 10_000);
    regions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b))).containsExactly(2L, 2L);

    Peer back = regions.peer("c");
    regions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b), known(back))).containsExactly(3L, 3L, 3L);
  }
}
