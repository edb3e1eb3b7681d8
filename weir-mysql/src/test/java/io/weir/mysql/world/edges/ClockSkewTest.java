// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests regions whose clocks differ from the database's by five seconds, in either direction. Cells are identified by
 * sequence, so counts stay exact. Only the time when a window begins differs, and so how much of the previous window
 * is still carried.
 */
@Tag("integration")
class ClockSkewTest {
  private static final LimitPolicy SIXTY = LimitPolicy.of(60, Duration.ofMinutes(1));
  private static final long SKEW = 5_000;

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.WEIR);
  private final List<TestProcess> peers = new ArrayList<>();

  @BeforeEach
  void join() {
    peers.add(skewed("ahead", SKEW));
    peers.add(skewed("behind", -SKEW));
    peers.add(skewed("exact", 0));
    databaseRegions.passUntil(10_000);
  }

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  private TestProcess skewed(String region, long millis) {
    return databaseRegions.peer(
        region,
        builder -> builder.clock(() -> databaseRegions.peers().clock().epochMillis() + millis));
  }

  @Test
  void clockSkewChangesNoCountWithinAWindow() {
    peers.get(0).admit(SIXTY, "x", 31);
    peers.get(1).admit(SIXTY, "x", 7);
    peers.get(2).admit(SIXTY, "x", 3);
    databaseRegions.pass(12_000);

    assertThat(peers.get(0).sees(SIXTY, "x")).isEqualTo(new CountsByOrigin(31, 0, 10, 0));
    assertThat(peers.get(1).sees(SIXTY, "x")).isEqualTo(new CountsByOrigin(7, 0, 34, 0));
    assertThat(peers.get(2).sees(SIXTY, "x")).isEqualTo(new CountsByOrigin(3, 0, 38, 0));
    assertThat(peers)
        .extracting(testProcess -> testProcess.observer().level(Gauge.LEDGER_SKEW_MILLIS))
        .containsExactly(-SKEW, SKEW, 0L);
  }

  @Test
  void carriedCountsDifferByTheSkew() {
    peers.get(2).admit(SIXTY, "x", 60);
    databaseRegions.passUntil(90_000);

    // A unit a second: 60 * (30 s -+ 5 s) / 60 s.
    assertThat(peers)
        .extracting(testProcess -> testProcess.check(SIXTY, "x", 0).explain().carried())
        .containsExactly(25L, 35L, 30L);
  }

  @Test
  void countsAreReleasedEarlyOrLateByTheSkew() {
    peers.get(2).admit(SIXTY, "x", 60);
    databaseRegions.passUntil(54_000);
    List<Long> released = new ArrayList<>(List.of(0L, 0L, 0L));
    for (long at = 54_001; at <= 66_000; at++) {
      databaseRegions.peers().pass(1);
      for (int i = 0; i < 3; i++) {
        if (released.get(i) == 0 && peers.get(i).check(SIXTY, "x", 0).remaining() > 0) {
          released.set(i, at);
        }
      }
    }

    // The first unit is free one millisecond into the next window.
    assertThat(released).containsExactly(60_001 - SKEW, 60_001 + SKEW, 60_001L);
  }

  @Test
  void cellsStaySeparateAroundTheBoundary() {
    databaseRegions.passUntil(58_000); // over there the next window is three seconds old
    assertThat(peers.get(0).admit(SIXTY, "x", 100)).isEqualTo(60);
    assertThat(peers.get(1).admit(SIXTY, "x", 100)).isEqualTo(60);
    long sequence = (TestProcesses.START + 60_000) / 60_000;
    databaseRegions.passUntil(70_000); // now all three are in the next window

    for (TestProcess testProcess : peers) {
      var seen = testProcess.check(SIXTY, "x", 0).explain();
      assertThat(seen.startMillis() / 60_000).isEqualTo(sequence);
      assertThat(total(seen.current())).isEqualTo(60);
      assertThat(total(seen.previous())).isEqualTo(60);
      assertThat(testProcess.check(SIXTY, "x").allowed()).isFalse();
    }
  }

  private static long total(CountsByOrigin countsByOrigin) {
    return countsByOrigin.own()
        + countsByOrigin.siblings()
        + countsByOrigin.foreign()
        + countsByOrigin.speculative();
  }
}
