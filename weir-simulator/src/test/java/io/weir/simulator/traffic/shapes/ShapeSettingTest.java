// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeSettingTest {

  @Test
  void omittedSettingsHaveTheirDefaults() {
    assertThat(ShapeTemplate.STEADY.shape(Map.of(ShapeSetting.LIMIT, 7.0)))
        .isEqualTo(new SteadyTraffic(7, 60_000, 200, 0.2));
    assertThat(ShapeTemplate.ZIPF.shape()).isEqualTo(new ZipfTraffic(100, 60_000, 10_000, 1));
    assertThat(ShapeTemplate.BOUNDARY.shape())
        .isEqualTo(new BoundaryBursts(100, 60_000, 10, 1_000));
    assertThat(ShapeTemplate.HOT_KEY.shape()).isEqualTo(new HotKey(1_000, 60_000));
    assertThat(ShapeTemplate.EVEN_SPREAD.shape(Map.of(ShapeSetting.PHASE, 59_000.0)))
        .isEqualTo(new EvenSpread(1_000, 60_000, 59_000));
    assertThat(ShapeTemplate.ROAMER.shape()).isEqualTo(new Roaming(1_000, 60_000, 3));
    assertThat(ShapeTemplate.PRODUCTION.shape()).isEqualTo(new ProductionTraffic(24_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "steady | LIMIT | 0 | limit must be an integer from 1 to 1000000000, but was 0",
        "steady | LIMIT | 1.5 | limit must be an integer from 1 to 1000000000, but was 1.5",
        "steady | WINDOW | 999 | window must be 1000 to 2592000000 ms, but was 999",
        "steady | SPENDERS | 10000001 | spenders must be an integer from 1 to 10000000, but was 10000001",
        "steady | ROAMING | 1.01 | roaming must be a number from 0 to 1, but was 1.01",
        "zipf | EXPONENT | -0.5 | exponent must be a number from 0 to 5, but was -0.5",
        "zipf | EXPONENT | NaN | exponent must be a number from 0 to 5, but was NaN",
        "boundary | BURST | 30001 | burst must be at most half a window, 30000 ms, but was 30001",
        "even-spread | PHASE | 60000 | phase must be less than the window, 60000 ms, but was 60000",
        "roaming | PATIENCE | 0 | patience must be an integer from 1 to 1000000, but was 0",
        "hot-key | SPENDERS | 5 | spenders is not a setting of hot-key, which has limit, window",
      })
  void valuesOutOfRangeAreRefusedByName(
      String shape, ShapeSetting shapeSetting, double value, String message) {
    ShapeTemplate shapeTemplate = ShapeTemplate.named(shape).orElseThrow();

    assertThatThrownBy(() -> shapeTemplate.shape(Map.of(shapeSetting, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void productionRefusesTooManySpenders() {
    assertThatThrownBy(
            () -> new ProductionTraffic(24_000).traffic(RecordedCheck.minutes(1, 1), 1_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("spenders times load must be 1 to 10000000, but was 24000 times 1000.0");
  }
}
