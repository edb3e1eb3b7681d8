// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.simulator.planet.Quirk;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random faults, many times over. With -Dweir.seeds=100000 as many as one has time for. */
@Tag("stress")
class SeedsTest {
  private static final long SEEDS = Long.getLong("weir.seeds", 1_000);

  @Test
  @DisplayName(
      "a thousand seeds of random faults violate no invariant, and many things went wrong in them")
  void nothingIsViolated() {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    Tally all = new Seeds(1, SEEDS, () -> Quirk.NONE).run(out);

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
  @DisplayName("seeds beyond the first thousand that once failed hold")
  void whatOnceFailedHolds() {
    // An origin that was wiped before it first answered a heartbeat, but after it took a publish.
    assertThat(Seeds.run(3_928, 1, new PrintWriter(new StringWriter()))).isZero();
    // A ledger that lost what a process had told that is dead, and another one knew of before it
    // cared.
    assertThat(Seeds.run(5_875, 1, new PrintWriter(new StringWriter()))).isZero();
  }

  @Test
  @DisplayName("the same seeds go the same way, whatever thread runs them and in whatever order")
  void theSameSeedsGoTheSameWay() {
    assertThat(fingerprint(1)).isEqualTo(fingerprint(1)).isNotEqualTo(fingerprint(2));
  }

  private static long fingerprint(long from) {
    return new Seeds(from, 12, () -> Quirk.NONE)
        .run(new PrintWriter(new StringWriter()))
        .fingerprint();
  }

  @Test
  @DisplayName("a run that holds says so and exits with 0, and logs as before afterwards")
  void aGoodRunSaysSo() {
    StringWriter text = new StringWriter();
    Logger log = Logger.getLogger("io.weir");
    Level before = log.getLevel();

    int exit = Seeds.run(5, 3, new PrintWriter(text));

    assertThat(exit).isZero();
    assertThat(text.toString()).contains("3 seeds without a violation");
    assertThat(log.getLevel()).isEqualTo(before);
  }

  private static long lowestFailing() {
    long seed = 11;
    while (Seeds.report(
            new Seeds(seed, 1, LedgerBugs.KeptName::new), new PrintWriter(new StringWriter()))
        == 0) {
      seed++;
    }
    return seed;
  }

  @Test
  @DisplayName("of several seeds that fail, the first is reported, with what happened before")
  void theFirstFailingSeedIsReported() {
    StringWriter text = new StringWriter();

    int exit = Seeds.report(new Seeds(11, 20, LedgerBugs.KeptName::new), new PrintWriter(text));

    assertThat(exit).isEqualTo(1);
    assertThat(text.toString())
        .containsPattern(
            "(?m)^invariant violated at seed " + lowestFailing() + ": two processes use");
  }
}
