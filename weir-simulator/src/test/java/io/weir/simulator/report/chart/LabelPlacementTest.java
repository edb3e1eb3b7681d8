// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelPlacementTest {
  private static final PlotFrame FRAME = new PlotFrame(
      0,
      0,
      400,
      300,
      new ChartAxis("", LinearScale.upTo(1, 5), ChartFormat::brief),
      new ChartAxis("", LinearScale.upTo(1, 5), ChartFormat::brief));

  @Test
  void distantLabelsStayInPlace() {
    assertThat(LabelPlacement.spread(List.of(10.0, 90.0, 50.0), 15, 100))
        .containsExactly(10.0, 90.0, 50.0);
  }

  @Test
  void collidingLabelsMoveApartInOrder() {
    assertThat(LabelPlacement.spread(List.of(99.0, 98.0, 99.0), 15, 100))
        .containsExactly(85.0, 70.0, 100.0);
  }

  @Test
  void aBlockedLabelMovesToTheOtherSide() {
    LabelPlacement labelPlacement = new LabelPlacement(FRAME);
    ChartPosition marker = new ChartPosition(200, 150);
    labelPlacement.occupy(marker);

    assertThat(labelPlacement.place("first", marker))
        .hasValueSatisfying(chartPosition -> assertThat(chartPosition.x()).isGreaterThan(200));
    assertThat(labelPlacement.place("second", marker))
        .hasValueSatisfying(chartPosition -> assertThat(chartPosition.x()).isLessThan(200));
    assertThat(labelPlacement.place("third", marker)).isPresent();
    assertThat(labelPlacement.place("fourth", marker)).isPresent();
    assertThat(labelPlacement.place("fifth", marker)).isEmpty();
  }
}
