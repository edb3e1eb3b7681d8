// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Traffic;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EveryShapeTest {
  private static final Ground GROUND = Heard.minutes(2, 7);

  /** All shapes as they usually are, but production, which is made smaller. */
  static List<Shape> shapes() {
    return List.of(
        Shapes.STEADY.shape(),
        Shapes.ZIPF.shape(),
        Shapes.BOUNDARY.shape(),
        Shapes.HOT_KEY.shape(),
        Shapes.EVEN_SPREAD.shape(),
        Shapes.ROAMER.shape(),
        Shapes.PRODUCTION.shape(Map.of(Setting.SPENDERS, 300.0)));
  }

  @Test
  @DisplayName("every shape is known by the name that it has itself")
  void namesAgree() {
    assertThat(Shapes.names())
        .containsExactly(
            "steady", "zipf", "boundary", "hot-key", "even-spread", "roaming", "production");
    assertThat(Shapes.names())
        .allSatisfy(
            name -> assertThat(Shapes.named(name).orElseThrow().shape().name()).isEqualTo(name));
    assertThat(Shapes.named("stedy")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName("the same ground has the same checks, however often they are called for")
  void checksDependOnTheGroundOnly(Shape shape) {
    List<Ask> fine = Heard.asks(Heard.all(shape.traffic(GROUND, 2), GROUND, 5));
    List<Ask> coarse = Heard.asks(Heard.all(shape.traffic(GROUND, 2), GROUND, 70_000));

    assertThat(fine).isNotEmpty().isEqualTo(coarse);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName("another seed has other checks")
  void theSeedMatters(Shape shape) {
    Ground other = Heard.minutes(2, 8);

    assertThat(Heard.asks(Heard.all(shape.traffic(GROUND, 2), GROUND, 1_000)))
        .isNotEqualTo(Heard.asks(Heard.all(shape.traffic(other, 2), other, 1_000)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName(
      "spenders are numbered by their place, and every check is one of theirs, in a region that exists")
  void checksAreWellFormed(Shape shape) {
    Traffic traffic = shape.traffic(GROUND, 2);

    assertThat(traffic.spenders())
        .extracting(spender -> spender.number())
        .isEqualTo(IntStream.range(0, traffic.spenders().size()).boxed().toList());
    assertThat(Heard.asks(Heard.all(traffic, GROUND, 5))).allSatisfy(ask -> {
      assertThat(ask.region()).isBetween(0, 9);
      assertThat(ask.where()).isGreaterThanOrEqualTo(0).isLessThan(1);
      assertThat(ask.cost()).isPositive();
      assertThat(ask.spender()).isSameAs(traffic.spenders().get(ask.spender().number()));
    });
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName("nothing is asked before the start, nor after the end")
  void trafficEnds(Shape shape) {
    Traffic traffic = shape.traffic(GROUND, 2);
    traffic.until(Heard.START - 1, ask -> {
      throw new AssertionError("before the start: " + ask);
    });

    traffic.until(Heard.START + GROUND.millis() - 1, ask -> {});

    traffic.until(Heard.START + 10 * GROUND.millis(), ask -> {
      throw new AssertionError("after the end: " + ask);
    });
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @DisplayName("one region is enough for every shape")
  void oneRegionWillDo(Shape shape) {
    Ground small = new Ground(1, Heard.START, Heard.MINUTE, 3);

    assertThat(Heard.asks(Heard.all(shape.traffic(small, 1), small, 100)))
        .isNotEmpty()
        .allSatisfy(ask -> assertThat(ask.region()).isZero());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  @DisplayName("a load that is no amount is refused by name")
  void loadsAreChecked(double load) {
    assertThat(shapes())
        .allSatisfy(shape -> assertThatThrownBy(() -> shape.traffic(GROUND, load))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(String.valueOf(load)));
  }
}
