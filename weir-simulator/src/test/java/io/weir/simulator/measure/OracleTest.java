// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.traffic.shapes.ShapeSetting;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleTest {

  @ParameterizedTest
  @ValueSource(strings = {"steady", "zipf", "boundary", "hot-key", "even-spread", "roaming"})
  void theOracleNeverExceedsALimit(String shape) {
    ShapeTemplate shapeTemplate = ShapeTemplate.named(shape).orElseThrow();
    Map<ShapeSetting, Double> small = shapeTemplate.defaults().containsKey(ShapeSetting.SPENDERS)
        ? Map.of(ShapeSetting.LIMIT, 20.0, ShapeSetting.SPENDERS, 30.0)
        : Map.of(ShapeSetting.LIMIT, 20.0);

    Run run = SmallScenarios.run(
        SmallScenarios.scenario(shapeTemplate.shape(small), 150), ComparedPolicy.EXACT, 5, 1);

    assertThat(run.excess().worst()).isZero();
    assertThat(run.excess().windows()).isPositive();
    assertThat(run.volume().wronglyRefused()).isZero();
    assertThat(run.volume().admittedChecks()).isBetween(20L, run.volume().checks() - 1);
    assertThat(run.cost()).isEqualTo(new Cost(0, 0, 0, 0, 0, 0));
    assertThat(run.samples()).hasSize(150);
  }
}
