// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a flood of identifiers does to the sums that a region remembers of others. */
class ImportReserveTest {
  private static final Limit THIRTY = Limit.of(30, Duration.ofMinutes(10));
  private static final Limit FIVE = Limit.of(5, Duration.ofMinutes(10));

  /** How many identifiers of the workspace beside the flood spend a single unit each: less than half of the least room in any stripe. */
  private static final int QUIET = 16;

  private static final class Attack {
    private final Limit flood;
    private final int cost;
    private final Globe globe;
    private final Peer a;
    private final Peer b;
    private final Peer c;
    private final Peer d;

    private Attack(Limit flood, int cost, int room) {
      this.flood = flood;
      this.cost = cost;
      this.globe = new Globe(LedgerOptions.defaults()
          .withMinimumRegions(10)
          .withWorkspaceBudget(160)
          .withMaxForeignSums(room));
      this.a = globe.peer("a");
      this.b = globe.peer("b");
      this.c = globe.peer("c");
      this.d = globe.peer("d");
    }

    private void flood(int identifiers) {
      globe.rig.pass(5_000);
      for (int i = 0; i < identifiers; i++) {
        b.in("hostile").check(flood, "flood-b" + i, cost);
        c.in("hostile").check(flood, "flood-c" + i, cost);
        d.in("hostile").check(flood, "flood-d" + i, cost);
        if (i % 50 == 0) {
          globe.rig.pass(100);
        }
      }
      for (int i = 0; i < QUIET; i++) {
        b.check(FIVE, "quiet-" + i);
      }
      globe.converge();
    }

    /** Spends what it can in one region after the other; each hears of it before it is asked for the first time. */
    private int spend(String workspace) {
      int admitted = b.in(workspace).admit(THIRTY, "attacker", 20);
      globe.converge();
      admitted += c.in(workspace).admit(THIRTY, "attacker", 20);
      globe.converge();
      admitted += a.in(workspace).admit(THIRTY, "attacker", 20);
      return admitted;
    }

    /** In the workspace beside the flood, every region knows every sum. */
    private void assertQuietIsKnown() {
      for (int i = 0; i < QUIET; i++) {
        assertThat(a.sees(FIVE, "quiet-" + i).foreign()).as("quiet-%s", i).isEqualTo(1);
        assertThat(globe.row(FIVE, "quiet-" + i, "b")).as("quiet-%s", i).isEqualTo(1);
      }
    }
  }

  @Test
  @DisplayName(
      "an attacker gets no more beside a flood of single checks than without one, in its workspace or in another")
  void aFloodOfSingleChecksChangesNothing() {
    Attack quiet = new Attack(FIVE, 1, 160);
    Attack flooded = new Attack(FIVE, 1, 160);
    quiet.flood(0);
    flooded.flood(400);

    int expected = quiet.spend("hostile");
    int admitted = flooded.spend("hostile");

    assertThat(flooded.a.tally().of(Event.LEDGER_SUM_DROPPED)).isPositive();
    assertThat(expected).isBetween(30, 33);
    assertThat(admitted).isEqualTo(expected);
    flooded.assertQuietIsKnown();
    assertThat(flooded.spend("w")).isEqualTo(quiet.spend("w"));
  }

  @Test
  @DisplayName(
      "nor beside a flood of checks that cost more than he spends, where there is room for what regions may tell")
  void aFloodOfLargeCostsChangesNothing() {
    Limit tenTimes = Limit.of(310, Duration.ofMinutes(10));
    Attack quiet = new Attack(tenTimes, 31, 1_600);
    Attack flooded = new Attack(tenTimes, 31, 1_600);

    quiet.flood(0);
    flooded.flood(400);

    int expected = quiet.spend("hostile");
    int admitted = flooded.spend("hostile");

    assertThat(flooded.a.tally().of(Event.LEDGER_SUM_DROPPED)).isZero();
    assertThat(admitted).isEqualTo(expected);
    flooded.assertQuietIsKnown();
    assertThat(flooded.spend("w")).isEqualTo(quiet.spend("w"));
  }
}
