// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(FigureFormat.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
    assertThat(FigureFormat.median(List.of(9.0, 1.0, 5.0, 2.0))).isEqualTo(3.5);
    assertThat(FigureFormat.median(List.of(7.0))).isEqualTo(7);
    assertThat(FigureFormat.median(List.of())).isNaN();
  }

  @Test
  void aPercentileIsAnObservedValue() {
    long[] values = {5, 1, 4, 2, 3};

    assertThat(FigureFormat.percentile(values, 0.5)).isEqualTo(3);
    assertThat(FigureFormat.percentile(values, 0.8)).isEqualTo(4);
    assertThat(FigureFormat.percentile(values, 1)).isEqualTo(5);
    assertThat(FigureFormat.percentile(values, 0)).isEqualTo(1);
    assertThat(values).containsExactly(5, 1, 4, 2, 3);
  }

  @Test
  void nonFiniteNumbersAreShownAsADash() {
    assertThat(FigureFormat.shown(Double.NaN)).isEqualTo("-");
    assertThat(FigureFormat.factor(1 / 0.0)).isEqualTo("-");
  }

  @Test
  void numbersAreFormattedIndependentlyOfTheLocale() {
    assertThat(FigureFormat.shown(1234.56)).isEqualTo("1234.6");
    assertThat(FigureFormat.factor(1.005)).isIn("1.00x", "1.01x");
    assertThat(FigureFormat.count(1_000_000)).isEqualTo("1,000,000");
  }

  @Test
  void significantNumbersKeepThreeDigitsOrAllBeforeThePoint() {
    assertThat(FigureFormat.significant(0.0000065432)).isEqualTo("0.00000654");
    assertThat(FigureFormat.significant(12.3456)).isEqualTo("12.3");
    assertThat(FigureFormat.significant(9_876_543.2)).isEqualTo("9,876,543");
    assertThat(FigureFormat.significant(0)).isEqualTo("0");
    assertThat(FigureFormat.significant(Double.NaN)).isEqualTo("-");
  }
}
