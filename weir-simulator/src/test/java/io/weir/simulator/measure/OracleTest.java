// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.run.Contender;
import io.weir.simulator.traffic.shapes.Setting;
import io.weir.simulator.traffic.shapes.Shapes;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleTest {

  @ParameterizedTest
  @ValueSource(strings = {"steady", "zipf", "boundary", "hot-key", "even-spread", "roaming"})
  @DisplayName(
      "who knows everything exceeds no limit under any traffic, refuses nobody wrongly, and costs nothing")
  void neverExceeds(String shape) {
    Shapes shapes = Shapes.named(shape).orElseThrow();
    Map<Setting, Double> small = shapes.usual().containsKey(Setting.SPENDERS)
        ? Map.of(Setting.LIMIT, 20.0, Setting.SPENDERS, 30.0)
        : Map.of(Setting.LIMIT, 20.0);

    Run run = Tiny.run(Tiny.scenario(shapes.shape(small), 150), Contender.EXACT, 5, 1);

    assertThat(run.excess().worst()).isZero();
    assertThat(run.excess().windows()).isPositive();
    assertThat(run.volume().wronglyRefused()).isZero();
    assertThat(run.volume().admittedChecks()).isBetween(20L, run.volume().checks() - 1);
    assertThat(run.cost()).isEqualTo(new Cost(0, 0, 0, 0, 0, 0));
    assertThat(run.samples()).hasSize(150);
  }
}
