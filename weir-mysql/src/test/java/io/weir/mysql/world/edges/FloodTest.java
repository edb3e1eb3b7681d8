// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.world.Regions;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A flood of identifiers that were never seen before, each of which is worth a row by itself. */
@Tag("integration")
class FloodTest {
  /** Among ten regions a single unit of five is a share that is worth telling. */
  private static final Limit FIVE = Limit.of(5, Duration.ofMinutes(1));

  private static final int BUDGET = 200;

  private final SplittableRandom random = new SplittableRandom(9);
  private final Regions regions = Regions.with(LedgerOptions.defaults()
      .withMinimumRegions(10)
      .withWorkspaceBudget(BUDGET)
      .withMaxForeignSums(16 * BUDGET));

  @AfterEach
  void leave() {
    regions.close();
  }

  private void flood(Peer peer, int seconds, int cost) {
    for (int i = 0; i < 100 * seconds; i++) {
      peer.in("hostile").check(FIVE, Long.toHexString(random.nextLong()), cost);
      regions.pass(10);
    }
  }

  private long rowsOf(String workspace) {
    return regions
        .rows()
        .number("SELECT COUNT(*) FROM ratelimit_window_counts WHERE workspace_id = '" + workspace
            + "'");
  }

  @Test
  @DisplayName(
      "a flood of single units takes half of its workspace's rows; who spends gets a row, and other workspaces theirs")
  void aFloodTakesHalfOfItsWorkspacesRows() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    flood(a, 10, 1);
    a.in("hostile").admit(FIVE, "spender", 4);
    Neighbour neighbour = Neighbour.spend(a.engine(), FIVE, 20);
    regions.pass(3_000);

    assertThat(rowsOf("hostile")).isEqualTo(BUDGET / 2 + 1);
    assertThat(a.tally().of(Event.LEDGER_ROW_WITHHELD)).isPositive();
    assertThat(regions.row("hostile", FIVE, "spender", "a")).isEqualTo(4);
    assertThat(b.in("hostile").sees(FIVE, "spender").foreign()).isEqualTo(4);
    assertThat(rowsOf("w")).isEqualTo(20);
    assertTold(neighbour, b);
    assertThat(b.tally().level(Gauge.FOREIGN_SUMS)).isLessThanOrEqualTo(BUDGET / 2 + 1 + 20);
  }

  /** The other region knows what the flood's neighbour spent. */
  private static void assertTold(Neighbour neighbour, Peer other) {
    neighbour.assertUntouched();
    for (int i = 0; i < 20; i++) {
      assertThat(other.sees(FIVE, Neighbour.identifier(i)).foreign()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName(
      "a flood of spenders ends at its workspace's budget, others have theirs, and there is room again when the windows are over")
  void aFloodOfSpendersEndsAtTheBudget() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    flood(a, 5, 3);
    Neighbour neighbour = Neighbour.spend(a.engine(), FIVE, 20);
    regions.pass(3_000);
    assertThat(rowsOf("hostile")).isEqualTo(BUDGET);
    assertThat(rowsOf("w")).isEqualTo(20);
    assertTold(neighbour, b);
    regions.peers().pass(120_000, 100);
    a.in("hostile").check(FIVE, "later");
    regions.pass(2_000);

    assertThat(regions.row("hostile", FIVE, "later", "a")).isEqualTo(1);
  }
}
