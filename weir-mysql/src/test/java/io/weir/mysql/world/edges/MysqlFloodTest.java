// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a flood of new identifiers, each of which is worth a row by itself. */
@Tag("integration")
class MysqlFloodTest {
  /** Among ten regions, a single unit of five is a share that is worth pushing. */
  private static final LimitPolicy FIVE = LimitPolicy.of(5, Duration.ofMinutes(1));

  private static final int BUDGET = 200;

  private final SplittableRandom random = new SplittableRandom(9);
  private final DatabaseRegions databaseRegions = DatabaseRegions.with(LedgerOptions.defaults()
      .withMinimumRegions(10)
      .withWorkspaceBudget(BUDGET)
      .withMaxForeignSums(16 * BUDGET));

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  private void flood(TestProcess testProcess, int seconds, int cost) {
    for (int i = 0; i < 100 * seconds; i++) {
      testProcess.in("hostile").check(FIVE, Long.toHexString(random.nextLong()), cost);
      databaseRegions.pass(10);
    }
  }

  private long rowsOf(String workspace) {
    return databaseRegions
        .rows()
        .number("SELECT COUNT(*) FROM ratelimit_window_counts WHERE workspace_id = '" + workspace
            + "'");
  }

  @Test
  void aFloodOfSingleUnitsTakesHalfOfItsWorkspacesRows() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    flood(a, 10, 1);
    a.in("hostile").admit(FIVE, "spender", 4);
    NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(a.engine(), FIVE, 20);
    databaseRegions.pass(3_000);

    assertThat(rowsOf("hostile")).isEqualTo(BUDGET / 2 + 1);
    assertThat(a.observer().of(Event.LEDGER_ROW_WITHHELD)).isPositive();
    assertThat(databaseRegions.row("hostile", FIVE, "spender", "a")).isEqualTo(4);
    assertThat(b.in("hostile").sees(FIVE, "spender").foreign()).isEqualTo(4);
    assertThat(rowsOf("w")).isEqualTo(20);
    assertPushed(neighbourWorkspace, b);
    assertThat(b.observer().level(Gauge.FOREIGN_SUMS)).isLessThanOrEqualTo(BUDGET / 2 + 1 + 20);
  }

  /** Asserts that the other region knows what the flood's neighbour spent. */
  private static void assertPushed(NeighbourWorkspace neighbourWorkspace, TestProcess other) {
    neighbourWorkspace.assertUntouched();
    for (int i = 0; i < 20; i++) {
      assertThat(other.sees(FIVE, NeighbourWorkspace.identifier(i)).foreign()).isEqualTo(1);
    }
  }

  @Test
  void aFloodOfSpendersEndsAtItsWorkspacesBudget() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    flood(a, 5, 3);
    NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(a.engine(), FIVE, 20);
    databaseRegions.pass(3_000);
    assertThat(rowsOf("hostile")).isEqualTo(BUDGET);
    assertThat(rowsOf("w")).isEqualTo(20);
    assertPushed(neighbourWorkspace, b);
    databaseRegions.peers().pass(120_000, 100);
    a.in("hostile").check(FIVE, "later");
    databaseRegions.pass(2_000);

    assertThat(databaseRegions.row("hostile", FIVE, "later", "a")).isEqualTo(1);
  }
}
