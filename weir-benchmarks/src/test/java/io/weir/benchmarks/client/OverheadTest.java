// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.trial.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadTest {
  private static final Measured NONE = measured(100, 64);

  @Test
  void whatIsThereWithoutALimiterIsNotItsOverhead() {
    Overhead overhead = new Overhead(measured(350, 264), NONE);

    assertThat(overhead.nanos()).isEqualTo(250);
    assertThat(overhead.bytes()).isEqualTo(200);
  }

  @Test
  void addingLessThanTheOtherIsAFactorAboveOne() {
    assertThat(new Overhead(measured(350, 264), NONE).over(500)).isEqualTo(2);
  }

  @Test
  void nothingAddedComparesWithNothing() {
    assertThat(new Overhead(NONE, NONE).over(500)).isNaN();
    assertThat(new Overhead(Measured.NOTHING, NONE).over(500)).isNaN();
    assertThat(new Overhead(measured(350, 264), NONE).over(Double.NaN)).isNaN();
  }

  private static Measured measured(double nanos, double bytes) {
    return new Measured(List.of(nanos), List.of(bytes));
  }
}
