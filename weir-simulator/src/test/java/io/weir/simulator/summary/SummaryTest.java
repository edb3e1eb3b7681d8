// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static String summary(Run... runs) {
    return Summary.of(
        new SimulationResult("hot-key", "A title.", 10, 3, 7, 300_000, List.of(runs)));
  }

  @Test
  void figuresAreAlignedInColumns() {
    String text = summary(
        RunFixtures.of("exact", 2, 0),
        RunFixtures.bounded(RunFixtures.of("weir", 2, 0.05), 0.0875),
        RunFixtures.of("rfc", 10, 3.9));

    assertThat(text).isEqualTo("""
            hot-key: A title.
            10 regions of 3 processes, 0:05:00 of virtual time, seed 7

            Exactness: over-admission in limits (0.050 is 5 % above the limit)
              load  contender  worst    p99   mean  bound     checks  admitted  wrongly refused  estimate covered
              2     exact      0.000  0.125  0.063      -  1,234,567   81.00 %           1.00 %           99.90 %
              2     weir       0.050  0.125  0.063  0.088  1,234,567   81.00 %           1.00 %           99.90 %
              10    rfc        3.900  0.125  0.063      -  1,234,567   81.00 %           1.00 %           99.90 %

            Propagation: milliseconds until other regions knew of admitted units
              load  contender  p50    p99  worst  followed  hidden  never known
              2     exact      812  1,935  2,765     4,321      55           17
              2     weir       812  1,935  2,765     4,321      55           17
              10    rfc        812  1,935  2,765     4,321      55           17

            Cost: origin work per admitted check, ledger work per second
              load  contender  origin calls  origin cells  ledger calls/s  rows written/s  rows read/s
              2     exact             0.050         0.100            20.0             300          900
              2     weir              0.050         0.100            20.0             300          900
              10    rfc               0.050         0.100            20.0             300          900

            Peak size: of one process, one origin, the ledger
              load  contender  subjects  foreign sums  origin fields  ledger rows
              2     exact           111           222            333          444
              2     weir            111           222            333          444
              10    rfc             111           222            333          444

            At load 2 the worst over-admission was 0.000 (exact), 0.050 (weir) limits.
            At load 10 the worst over-admission was 3.900 (rfc) limits.
            """);
  }

  @Test
  void missingFiguresAreDashes() {
    assertThat(summary(RunFixtures.silent(RunFixtures.of("regional", 2, 0)))
            .lines()
            .map(String::strip))
        .contains(
            "2     regional   0.000  0.125  0.063      -       0         -                -                 -")
        .contains("2     regional     -    -      -         0       0            0")
        .doesNotContain("NaN");
  }

  @Test
  void aWorstCaseAboveTheBoundIsMarked() {
    assertThat(summary(RunFixtures.bounded(RunFixtures.of("weir", 10, 0.3), 0.2)))
        .contains("BOUND EXCEEDED: weir at load 10 over-admitted 0.300 limits,"
            + " but the bound is 0.200.");
    assertThat(summary(RunFixtures.bounded(RunFixtures.of("weir", 10, 0.2), 0.2)))
        .doesNotContain("EXCEEDED");
  }

  @Test
  void theSummaryIgnoresTheLocale() {
    Locale before = Locale.getDefault();
    String here = summary(RunFixtures.of("weir", 0.5, 0.05));
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(summary(RunFixtures.of("weir", 0.5, 0.05))).isEqualTo(here).contains("0.050");
    } finally {
      Locale.setDefault(before);
    }
  }
}
