// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.simulator.fleet.InjectedBug;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests many seeds of random faults. {@code -Dweir.seeds=100000} sets their number. */
@Tag("stress")
class SeedRunnerTest {
  private static final long SEEDS = Long.getLong("weir.seeds", 1_000);

  @Test
  void aThousandSeedsViolateNoInvariant() {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    ChaosTotals all = new SeedRunner(1, SEEDS, () -> InjectedBug.NONE).run(out);

    assertThat(all.decisions()).isGreaterThan(500 * SEEDS);
    assertThat(all.compared()).isGreaterThan(20 * SEEDS);
    assertThat(all.of(Event.SUBJECT_EVICTED)).isPositive();
    assertThat(all.of(Event.UNITS_LOST_BY_EVICTION)).isPositive();
    assertThat(all.of(Event.SUBJECT_REANCHORED)).isPositive();
    assertThat(all.of(Event.ORIGIN_READ_FAILED)).isPositive();
    assertThat(all.of(Event.ORIGIN_PUBLISH_FAILED)).isPositive();
    assertThat(all.of(Event.ORIGIN_WIPE_SEEN)).isPositive();
    assertThat(all.of(Event.LEDGER_PUSH_FAILED)).isPositive();
    assertThat(all.of(Event.LEDGER_PULL_FAILED)).isPositive();
  }

  @Test
  void formerlyFailingSeedsPass() {
    // An origin that was wiped before it first answered a heartbeat, but after it took a publish.
    assertThat(SeedRunner.run(3_928, 1, new PrintWriter(new StringWriter()))).isZero();
    // A ledger that lost counts of a dead process, which another process knew before it needed
    // them.
    assertThat(SeedRunner.run(5_875, 1, new PrintWriter(new StringWriter()))).isZero();
  }

  @Test
  void theSameSeedsGiveTheSameRuns() {
    assertThat(fingerprint(1)).isEqualTo(fingerprint(1)).isNotEqualTo(fingerprint(2));
  }

  private static long fingerprint(long from) {
    return new SeedRunner(from, 12, () -> InjectedBug.NONE)
        .run(new PrintWriter(new StringWriter()))
        .fingerprint();
  }

  @Test
  void aRunThatHoldsExits0() {
    StringWriter text = new StringWriter();
    Logger log = Logger.getLogger("io.weir");
    Level before = log.getLevel();

    int exit = SeedRunner.run(5, 3, new PrintWriter(text));

    assertThat(exit).isZero();
    assertThat(text.toString()).contains("3 seeds without a violation");
    assertThat(log.getLevel()).isEqualTo(before);
  }

  private static long lowestFailing() {
    long seed = 11;
    while (SeedRunner.report(
            new SeedRunner(seed, 1, LedgerBugs.KeptName::new), new PrintWriter(new StringWriter()))
        == 0) {
      seed++;
    }
    return seed;
  }

  @Test
  void theFirstFailingSeedIsReported() {
    StringWriter text = new StringWriter();

    int exit =
        SeedRunner.report(new SeedRunner(11, 20, LedgerBugs.KeptName::new), new PrintWriter(text));

    assertThat(exit).isEqualTo(1);
    assertThat(text.toString())
        .containsPattern(
            "(?m)^invariant violated at seed " + lowestFailing() + ": two processes use");
  }
}
