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
      LinearScale scale = LinearScale.upTo(most, 5);

      assertThat(digits(scale.step())).as("step for %s", most).isIn(1, 2, 5);
      assertThat(scale.most()).isBetween(most * (1 - 1e-9), most + scale.step());
      assertThat(scale.ticks()).hasSizeBetween(3, 7);
      assertThat(scale.ticks().get(scale.ticks().size() - 1))
          .isCloseTo(scale.most(), within(scale.step() * 1e-6));
    });
  }

  @Test
  @DisplayName(
      "A logarithmic axis holds both its values, and its ticks are round, rising and not too many.")
  void logarithmicAxes() {
    SplittableRandom random = new SplittableRandom(6);
    sizes().forEach(least -> {
      double most = least * Math.pow(10, random.nextDouble() * 12);

      LogScale scale = LogScale.of(least, most);

      assertThat(scale.least()).isLessThanOrEqualTo(least * (1 + 1e-9));
      assertThat(scale.most()).isGreaterThanOrEqualTo(most * (1 - 1e-9));
      assertThat(scale.ticks())
          .as("%s to %s", least, most)
          .hasSizeBetween(1, 11)
          .isSorted();
      assertThat(scale.ticks()).allSatisfy(tick -> {
        assertThat(digits(tick)).isIn(1, 2, 5);
        assertThat(tick).isBetween(scale.least() * (1 - 1e-9), scale.most() * (1 + 1e-9));
      });
    });
  }

  @Test
  @DisplayName("A larger value never lies left of a smaller one, and none lies outside.")
  void placesRise() {
    for (Scale scale :
        List.of(LinearScale.upTo(70, 5), LogScale.of(0.3, 700), LogScale.withZero(0.3, 700))) {
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
    LogScale scale = LogScale.withZero(0.01, 10);

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(0.01)).isGreaterThan(0.05);
    assertThat(scale.ticks()).startsWith(0.0, 0.01).endsWith(10.0);
  }

  @Test
  @DisplayName("A decade takes the same room everywhere on a logarithmic axis.")
  void decadesAreEqual() {
    LogScale scale = LogScale.of(1, 1000);

    assertThat(scale.at(10) - scale.at(1)).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(scale.at(1000) - scale.at(100)).isCloseTo(1.0 / 3, within(1e-9));
  }
}
