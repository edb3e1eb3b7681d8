// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrashTallyTest {
  private final CrashTally tally = new CrashTally();

  @Test
  void missingRowsAddUp() {
    tally.add("0", 10);
    tally.add("3", 52);
    tally.add("20", 60);

    assertThat(tally.copies()).isEqualTo(3);
    assertThat(tally.missing()).isEqualTo(23);
    assertThat(tally.cells("H2", 5))
        .containsExactly("H2", "5", "0", "3", "0", "2", "23", "20", "52", "0");
  }

  @Test
  void anUnreadableCopyHasAReasonAndNoRows() {
    tally.add("! file is not a database", 10);

    assertThat(tally.copies()).isEqualTo(1);
    assertThat(tally.unreadable()).isEqualTo(1);
    assertThat(tally.missing()).isZero();
    assertThat(tally.reason()).isEqualTo("file is not a database");
  }
}
