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
  void linearAxesReachTheirValueInRoundSteps() {
    sizes().forEach(most -> {
      LinearScale scale = LinearScale.upTo(most, 5);

      assertThat(digits(scale.step())).as("step for %s", most).isIn(1, 2, 5);
      assertThat(scale.max()).isBetween(most * (1 - 1e-9), most + scale.step());
      assertThat(scale.ticks()).hasSizeBetween(3, 7);
      assertThat(scale.ticks().get(scale.ticks().size() - 1))
          .isCloseTo(scale.max(), within(scale.step() * 1e-6));
    });
  }

  @Test
  void logarithmicAxesHaveRoundRisingTicks() {
    SplittableRandom random = new SplittableRandom(6);
    sizes().forEach(least -> {
      double most = least * Math.pow(10, random.nextDouble() * 12);

      LogScale scale = LogScale.of(least, most);

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
  void largerValuesNeverLieFurtherLeft() {
    for (AxisScale axisScale :
        List.of(LinearScale.upTo(70, 5), LogScale.of(0.3, 700), LogScale.withZero(0.3, 700))) {
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
    LogScale scale = LogScale.withZero(0.01, 10);

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(0.01)).isGreaterThan(0.05);
    assertThat(scale.ticks()).startsWith(0.0, 0.01).endsWith(10.0);
  }

  @Test
  void decadesAreEquallyWide() {
    LogScale scale = LogScale.of(1, 1000);

    assertThat(scale.at(10) - scale.at(1)).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(scale.at(1000) - scale.at(100)).isCloseTo(1.0 / 3, within(1e-9));
  }
}
