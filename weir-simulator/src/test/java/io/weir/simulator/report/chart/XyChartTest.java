// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.report.chart.XyChart.ChartPoint;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class XyChartTest {
  private static final ChartAxis X =
      new ChartAxis("load", AxisScale.logarithmic(1, 100), ChartFormat::brief);
  private static final ChartAxis Y =
      new ChartAxis("", AxisScale.between(0, 10, 2), ChartFormat::brief);

  private static String drawn(Consumer<XyChart> drawing) {
    Markup out = new Markup();
    XyChart chart = new XyChart(out, X, Y);
    chart.open("A <title>", 300, "rows");
    drawing.accept(chart);
    chart.close();
    return out.finish();
  }

  @Test
  void theChartHasANameAndAHeightButNoWidth() {
    assertThat(drawn(chart -> {}))
        .startsWith("<div class=\"chart rows\"><svg ")
        .contains("height=\"300\" width=\"100%\" role=\"img\" aria-label=\"A &lt;title&gt;\"");
  }

  @Test
  void placesArePercentagesAndTextKeepsItsDistanceInPixels() {
    assertThat(drawn(chart -> chart.label("ten", new ChartPoint(10, 2.5), -8, "end")))
        .contains("<text class=\"end\" x=\"50%\" y=\"75%\" dx=\"-8\" dy=\"4\">ten</text>");
  }

  @Test
  void aLineIsStretchedWithItsSquare() {
    List<ChartPoint> points = List.of(new ChartPoint(1, 0), new ChartPoint(10, 5));

    assertThat(drawn(chart -> chart.line(points, "line")))
        .contains("<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">")
        .contains("<path class=\"line\" d=\"M0 1000L500 500\"/>");
    assertThat(drawn(chart -> chart.line(List.of(), "line"))).doesNotContain("<path");
  }

  @Test
  void valuesBeyondAnAxisStayInTheChart() {
    ChartPoint beyond = new ChartPoint(1e9, -1e9);

    assertThat(drawn(
            chart -> chart.marker(SeriesStyle.of("weir", List.of("weir")), beyond, "far away")))
        .contains("<svg x=\"100%\" y=\"100%\">")
        .contains("<title>far away</title>");
  }

  @Test
  void everyOtherLabelBelowCanBeLeftOut() {
    assertThat(drawn(XyChart::axes))
        .contains("class=\"tick mid\" x=\"0%\" y=\"100%\" dy=\"20\">1<")
        .contains("class=\"tick mid odd\" x=\"15.1%\" y=\"100%\" dy=\"20\">2<")
        .contains("class=\"axis end\" x=\"100%\" y=\"100%\" dy=\"40\">load<");
  }
}
