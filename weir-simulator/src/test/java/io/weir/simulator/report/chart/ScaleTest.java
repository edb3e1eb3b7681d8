// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScaleTest {

  /** Values of all sizes, drawn from a seed. */
  private static Stream<Double> sizes() {
    SplittableRandom random = new SplittableRandom(5);
    return Stream.generate(() -> Math.pow(10, random.nextDouble() * 24 - 9)).limit(2000);
  }

  /** What a value begins with: 1, 2 or 5 for a round one. */
  private static int digits(double value) {
    return new BigDecimal(value)
        .round(new MathContext(9))
        .stripTrailingZeros()
        .unscaledValue()
        .intValueExact();
  }

  @Test
  @DisplayName(
      "An axis from 0 reaches its value, wastes less than a step, and its steps are round.")
  void linearAxes() {
    sizes().forEach(most -> {
      Scale scale = Scale.upTo(most, 5);
      double step = scale.ticks().get(1);

      assertThat(digits(step)).as("step for %s", most).isIn(1, 2, 5);
      assertThat(scale.max()).isBetween(most * (1 - 1e-9), most + step);
      assertThat(scale.ticks()).hasSizeBetween(3, 7);
      assertThat(scale.ticks().get(scale.ticks().size() - 1))
          .isCloseTo(scale.max(), within(step * 1e-6));
    });
  }

  @Test
  @DisplayName(
      "A logarithmic axis holds both its values, and its ticks are round, rising and not too many.")
  void logarithmicAxes() {
    SplittableRandom random = new SplittableRandom(6);
    sizes().forEach(least -> {
      double most = least * Math.pow(10, random.nextDouble() * 12);

      Scale scale = Scale.logarithmic(least, most);

      assertThat(scale.min()).isLessThanOrEqualTo(least * (1 + 1e-9));
      assertThat(scale.max()).isGreaterThanOrEqualTo(most * (1 - 1e-9));
      assertThat(scale.ticks())
          .as("%s to %s", least, most)
          .hasSizeBetween(1, 11)
          .isSorted();
      assertThat(scale.ticks()).allSatisfy(tick -> {
        assertThat(digits(tick)).isIn(1, 2, 5);
        assertThat(tick).isBetween(scale.min() * (1 - 1e-9), scale.max() * (1 + 1e-9));
      });
    });
  }

  @Test
  @DisplayName("A linear axis between two values ends exactly there, and has no tick beyond.")
  void axesBetween() {
    sizes().forEach(most -> {
      Scale scale = Scale.between(0, most, 6);

      assertThat(scale.at(most)).isEqualTo(1);
      assertThat(scale.at(most / 2)).isCloseTo(0.5, within(1e-9));
      assertThat(scale.ticks()).as("to %s", most).hasSizeBetween(3, 8).isSorted();
      assertThat(scale.ticks()).allMatch(tick -> tick <= most * (1 + 1e-9));
    });
  }

  @Test
  @DisplayName("A larger value never lies left of a smaller one, and none lies outside.")
  void placesRise() {
    for (Scale scale : List.of(
        Scale.upTo(70, 5),
        Scale.logarithmic(0.3, 700),
        Scale.logarithmic(0.3, 700).withZero())) {
      double before = 0;
      for (double value : List.of(-5.0, 0.0, 0.1, 0.3, 1.0, 5.0, 70.0, 700.0, 1e9)) {
        assertThat(scale.at(value)).as("%s on %s", value, scale).isBetween(before, 1.0);
        before = scale.at(value);
      }
      assertThat(scale.at(1e9)).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("Zero has a place of its own on a logarithmic axis, apart from the smallest value.")
  void zeroHasAPlace() {
    Scale scale = Scale.logarithmic(0.01, 10).withZero();

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(0.01)).isGreaterThan(0.05);
    assertThat(scale.ticks()).startsWith(0.0, 0.01).endsWith(10.0);
  }

  @Test
  @DisplayName("A decade takes the same room everywhere on a logarithmic axis.")
  void decadesAreEqual() {
    Scale scale = Scale.logarithmic(1, 1000);

    assertThat(scale.at(10) - scale.at(1)).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(scale.at(1000) - scale.at(100)).isCloseTo(1.0 / 3, within(1e-9));
  }
}
