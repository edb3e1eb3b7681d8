// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.TrafficSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllShapesTest {
  private static final TrafficContext CONTEXT = RecordedCheck.minutes(2, 7);

  /** Returns all shapes with their default settings, except production, which is smaller. */
  static List<TrafficShape> shapes() {
    return List.of(
        ShapeTemplate.STEADY.shape(),
        ShapeTemplate.ZIPF.shape(),
        ShapeTemplate.BOUNDARY.shape(),
        ShapeTemplate.HOT_KEY.shape(),
        ShapeTemplate.EVEN_SPREAD.shape(),
        ShapeTemplate.ROAMER.shape(),
        ShapeTemplate.PRODUCTION.shape(Map.of(ShapeSetting.SPENDERS, 300.0)));
  }

  @Test
  void everyShapeIsFoundByItsName() {
    assertThat(ShapeTemplate.names())
        .containsExactly(
            "steady", "zipf", "boundary", "hot-key", "even-spread", "roaming", "production");
    assertThat(ShapeTemplate.names())
        .allSatisfy(name ->
            assertThat(ShapeTemplate.named(name).orElseThrow().shape().name()).isEqualTo(name));
    assertThat(ShapeTemplate.named("stedy")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theSameInputsGiveTheSameChecks(TrafficShape trafficShape) {
    List<SimulatedCheck> fine =
        RecordedCheck.checks(RecordedCheck.all(trafficShape.traffic(CONTEXT, 2), CONTEXT, 5));
    List<SimulatedCheck> coarse =
        RecordedCheck.checks(RecordedCheck.all(trafficShape.traffic(CONTEXT, 2), CONTEXT, 70_000));

    assertThat(fine).isNotEmpty().isEqualTo(coarse);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void anotherSeedGivesOtherChecks(TrafficShape trafficShape) {
    TrafficContext other = RecordedCheck.minutes(2, 8);

    assertThat(RecordedCheck.checks(
            RecordedCheck.all(trafficShape.traffic(CONTEXT, 2), CONTEXT, 1_000)))
        .isNotEqualTo(
            RecordedCheck.checks(RecordedCheck.all(trafficShape.traffic(other, 2), other, 1_000)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void checksAreWellFormed(TrafficShape trafficShape) {
    TrafficSource trafficSource = trafficShape.traffic(CONTEXT, 2);

    assertThat(trafficSource.spenders())
        .extracting(spender -> spender.number())
        .isEqualTo(IntStream.range(0, trafficSource.spenders().size()).boxed().toList());
    assertThat(RecordedCheck.checks(RecordedCheck.all(trafficSource, CONTEXT, 5)))
        .allSatisfy(simulatedCheck -> {
          assertThat(simulatedCheck.region()).isBetween(0, 9);
          assertThat(simulatedCheck.processDraw()).isGreaterThanOrEqualTo(0).isLessThan(1);
          assertThat(simulatedCheck.cost()).isPositive();
          assertThat(simulatedCheck.spender())
              .isSameAs(trafficSource.spenders().get(simulatedCheck.spender().number()));
        });
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void noCheckIsOutsideTheRun(TrafficShape trafficShape) {
    TrafficSource trafficSource = trafficShape.traffic(CONTEXT, 2);
    trafficSource.generateUntil(RecordedCheck.START - 1, simulatedCheck -> {
      throw new AssertionError("before the start: " + simulatedCheck);
    });

    trafficSource.generateUntil(RecordedCheck.START + CONTEXT.millis() - 1, simulatedCheck -> {});

    trafficSource.generateUntil(RecordedCheck.START + 10 * CONTEXT.millis(), simulatedCheck -> {
      throw new AssertionError("after the end: " + simulatedCheck);
    });
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void oneRegionIsEnough(TrafficShape trafficShape) {
    TrafficContext small = new TrafficContext(1, RecordedCheck.START, RecordedCheck.MINUTE, 3);

    assertThat(RecordedCheck.checks(RecordedCheck.all(trafficShape.traffic(small, 1), small, 100)))
        .isNotEmpty()
        .allSatisfy(simulatedCheck -> assertThat(simulatedCheck.region()).isZero());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void anInvalidLoadIsRefusedByName(double load) {
    assertThat(shapes())
        .allSatisfy(trafficShape -> assertThatThrownBy(() -> trafficShape.traffic(CONTEXT, load))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(String.valueOf(load)));
  }
}
