// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of how a flood of identifiers affects the foreign sums that a region stores. */
class ForeignSumsFloodTest {
  private static final LimitPolicy THIRTY = LimitPolicy.of(30, Duration.ofMinutes(10));
  private static final LimitPolicy FIVE = LimitPolicy.of(5, Duration.ofMinutes(10));

  /**
   * How many identifiers of the other workspace spend a single unit each: less than half of the smallest capacity of
   * a stripe.
   */
  private static final int QUIET = 16;

  private static final class Attack {
    private final LimitPolicy flood;
    private final int cost;
    private final VirtualRegions virtualRegions;
    private final TestProcess a;
    private final TestProcess b;
    private final TestProcess c;
    private final TestProcess d;

    private Attack(LimitPolicy flood, int cost, int room) {
      this.flood = flood;
      this.cost = cost;
      this.virtualRegions = new VirtualRegions(LedgerOptions.defaults()
          .withMinimumRegions(10)
          .withWorkspaceBudget(160)
          .withMaxForeignSums(room));
      this.a = virtualRegions.peer("a");
      this.b = virtualRegions.peer("b");
      this.c = virtualRegions.peer("c");
      this.d = virtualRegions.peer("d");
    }

    private void flood(int identifiers) {
      virtualRegions.virtualRegion.pass(5_000);
      for (int i = 0; i < identifiers; i++) {
        b.in("hostile").check(flood, "flood-b" + i, cost);
        c.in("hostile").check(flood, "flood-c" + i, cost);
        d.in("hostile").check(flood, "flood-d" + i, cost);
        if (i % 50 == 0) {
          virtualRegions.virtualRegion.pass(100);
        }
      }
      for (int i = 0; i < QUIET; i++) {
        b.check(FIVE, "quiet-" + i);
      }
      virtualRegions.converge();
    }

    /**
     * Spends as much as possible in one region after the other; each region receives the sums before its first check.
     */
    private int spend(String workspace) {
      int admitted = b.in(workspace).admit(THIRTY, "attacker", 20);
      virtualRegions.converge();
      admitted += c.in(workspace).admit(THIRTY, "attacker", 20);
      virtualRegions.converge();
      admitted += a.in(workspace).admit(THIRTY, "attacker", 20);
      return admitted;
    }

    /** Asserts that for the other workspace every region knows every sum. */
    private void assertQuietIsKnown() {
      for (int i = 0; i < QUIET; i++) {
        assertThat(a.sees(FIVE, "quiet-" + i).foreign()).as("quiet-%s", i).isEqualTo(1);
        assertThat(virtualRegions.row(FIVE, "quiet-" + i, "b"))
            .as("quiet-%s", i)
            .isEqualTo(1);
      }
    }
  }

  @Test
  void aFloodOfSingleChecksGainsAnAttackerNothing() {
    Attack quiet = new Attack(FIVE, 1, 160);
    Attack flooded = new Attack(FIVE, 1, 160);
    quiet.flood(0);
    flooded.flood(400);

    int expected = quiet.spend("hostile");
    int admitted = flooded.spend("hostile");

    assertThat(flooded.a.observer().of(Event.LEDGER_SUM_DROPPED)).isPositive();
    assertThat(expected).isBetween(30, 33);
    assertThat(admitted).isEqualTo(expected);
    flooded.assertQuietIsKnown();
    assertThat(flooded.spend("w")).isEqualTo(quiet.spend("w"));
  }

  @Test
  void aFloodOfLargeCostsGainsAnAttackerNothing() {
    LimitPolicy tenTimes = LimitPolicy.of(310, Duration.ofMinutes(10));
    Attack quiet = new Attack(tenTimes, 31, 1_600);
    Attack flooded = new Attack(tenTimes, 31, 1_600);

    quiet.flood(0);
    flooded.flood(400);

    int expected = quiet.spend("hostile");
    int admitted = flooded.spend("hostile");

    assertThat(flooded.a.observer().of(Event.LEDGER_SUM_DROPPED)).isZero();
    assertThat(admitted).isEqualTo(expected);
    flooded.assertQuietIsKnown();
    assertThat(flooded.spend("w")).isEqualTo(quiet.spend("w"));
  }
}
