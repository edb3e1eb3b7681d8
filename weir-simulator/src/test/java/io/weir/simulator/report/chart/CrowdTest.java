// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.report.chart.Marks.Spot;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CrowdTest {
  private static final Frame FRAME = new Frame(
      0,
      0,
      400,
      300,
      new Axis("", LinearScale.upTo(1, 5), Figures::brief),
      new Axis("", LinearScale.upTo(1, 5), Figures::brief));

  @Test
  @DisplayName("Labels that are far enough apart stay where they are.")
  void farApart() {
    assertThat(Crowd.apart(List.of(10.0, 90.0, 50.0), 15, 100)).containsExactly(10.0, 90.0, 50.0);
  }

  @Test
  @DisplayName("Labels at one place move apart in their order, and none below the floor.")
  void atOnePlace() {
    assertThat(Crowd.apart(List.of(99.0, 98.0, 99.0), 15, 100)).containsExactly(85.0, 70.0, 100.0);
  }

  @Test
  @DisplayName(
      "A label goes to the other side of its marker if its place is taken, and nowhere if all are.")
  void labelsAmongMarkers() {
    Crowd crowd = new Crowd(FRAME);
    Spot marker = new Spot(200, 150);
    crowd.occupy(marker);

    assertThat(crowd.roomFor("first", marker))
        .hasValueSatisfying(spot -> assertThat(spot.x()).isGreaterThan(200));
    assertThat(crowd.roomFor("second", marker))
        .hasValueSatisfying(spot -> assertThat(spot.x()).isLessThan(200));
    assertThat(crowd.roomFor("third", marker)).isPresent();
    assertThat(crowd.roomFor("fourth", marker)).isPresent();
    assertThat(crowd.roomFor("fifth", marker)).isEmpty();
  }
}
