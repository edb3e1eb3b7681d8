// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartFormatTest {

  /** Replaces the thin space, which is hard to see in a test. */
  private static String plain(String text) {
    return text.replace('\u202F', ' ');
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "0.05, 0.05",
    "12.345, 12.3",
    "999, 999",
    "999.7, 1 k",
    "1000, 1 k",
    "12345, 12.3 k",
    "2.5e6, 2.5 M",
    "9.3e18, 9.3 E",
    "1e30, 1.0e+30",
    "-1500, −1.5 k",
    "1e-9, 1e-09",
    "NaN, –",
    "Infinity, –",
  })
  void numbersHaveThreeDigitsAndALetter(double value, String text) {
    assertThat(plain(ChartFormat.brief(value))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.47, +47 %",
    "1.68, +168 %",
    "9.9, +990 %",
    "99, '+9,900 %'",
    "0.00001, < 0.01 %",
    "NaN, –",
  })
  void excessIsAPercentageOfTheLimit(double value, String text) {
    assertThat(plain(ChartFormat.above(value))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "380, 380 ms",
    "1234, 1.23 s",
    "60000, 60 s",
    "120000, 2 min",
    "3600000, 60 min",
    "7200000, 2 h",
    "NaN, –",
  })
  void durationsHaveAFittingUnit(double millis, String text) {
    assertThat(plain(ChartFormat.millis(millis))).isEqualTo(text);
  }
}
