// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AxisScaleTest {

  /** Returns random values of all magnitudes, from a fixed seed. */
  private static Stream<Double> sizes() {
    SplittableRandom random = new SplittableRandom(5);
    return Stream.generate(() -> Math.pow(10, random.nextDouble() * 24 - 9)).limit(2000);
  }

  /** Returns the leading digits of a value: 1, 2 or 5 for a round one. */
  private static int digits(double value) {
    return new BigDecimal(value)
        .round(new MathContext(9))
        .stripTrailingZeros()
        .unscaledValue()
        .intValueExact();
  }

  @Test
  void linearAxesReachTheirValueInRoundSteps() {
    sizes().forEach(max -> {
      AxisScale axisScale = AxisScale.upTo(max, 5);
      double step = axisScale.ticks().get(1);

      assertThat(digits(step)).as("step for %s", max).isIn(1, 2, 5);
      assertThat(axisScale.max()).isBetween(max * (1 - 1e-9), max + step);
      assertThat(axisScale.ticks()).hasSizeBetween(3, 7);
      assertThat(axisScale.ticks().get(axisScale.ticks().size() - 1))
          .isCloseTo(axisScale.max(), within(step * 1e-6));
    });
  }

  @Test
  void logarithmicAxesHaveRoundRisingTicks() {
    SplittableRandom random = new SplittableRandom(6);
    sizes().forEach(min -> {
      double max = min * Math.pow(10, random.nextDouble() * 12);

      AxisScale axisScale = AxisScale.logarithmic(min, max);

      assertThat(axisScale.min()).isLessThanOrEqualTo(min * (1 + 1e-9));
      assertThat(axisScale.max()).isGreaterThanOrEqualTo(max * (1 - 1e-9));
      assertThat(axisScale.ticks())
          .as("%s to %s", min, max)
          .hasSizeBetween(1, 11)
          .isSorted();
      assertThat(axisScale.ticks()).allSatisfy(tick -> {
        assertThat(digits(tick)).isIn(1, 2, 5);
        assertThat(tick).isBetween(axisScale.min() * (1 - 1e-9), axisScale.max() * (1 + 1e-9));
      });
    });
  }

  @Test
  void linearAxesEndExactlyAtTheirValue() {
    sizes().forEach(max -> {
      AxisScale axisScale = AxisScale.between(0, max, 6);

      assertThat(axisScale.at(max)).isEqualTo(1);
      assertThat(axisScale.at(max / 2)).isCloseTo(0.5, within(1e-9));
      assertThat(axisScale.ticks()).as("to %s", max).hasSizeBetween(3, 8).isSorted();
      assertThat(axisScale.ticks()).allMatch(tick -> tick <= max * (1 + 1e-9));
    });
  }

  @Test
  void largerValuesNeverLieFurtherLeft() {
    for (AxisScale axisScale : List.of(
        AxisScale.upTo(70, 5),
        AxisScale.logarithmic(0.3, 700),
        AxisScale.logarithmic(0.3, 700).withZero())) {
      double before = 0;
      for (double value : List.of(-5.0, 0.0, 0.1, 0.3, 1.0, 5.0, 70.0, 700.0, 1e9)) {
        assertThat(axisScale.at(value)).as("%s on %s", value, axisScale).isBetween(before, 1.0);
        before = axisScale.at(value);
      }
      assertThat(axisScale.at(1e9)).isEqualTo(1);
    }
  }

  @Test
  void zeroHasItsOwnPlaceOnALogarithmicAxis() {
    AxisScale axisScale = AxisScale.logarithmic(0.01, 10).withZero();

    assertThat(axisScale.at(0)).isZero();
    assertThat(axisScale.at(0.01)).isGreaterThan(0.05);
    assertThat(axisScale.ticks()).startsWith(0.0, 0.01).endsWith(10.0);
  }

  @Test
  void decadesAreEquallyWide() {
    AxisScale axisScale = AxisScale.logarithmic(1, 1000);

    assertThat(axisScale.at(10) - axisScale.at(1)).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(axisScale.at(1000) - axisScale.at(100)).isCloseTo(1.0 / 3, within(1e-9));
  }
}
