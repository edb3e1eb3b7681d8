// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The rows of a chart: one for each run, grouped by load, with the names on the left. */
final class PlotRows {
  private static final double PITCH = 22;

  private final RunSet runs;
  private final List<Row> rows = new ArrayList<>();
  private final double count;

  /** A load heading or a run below it; numbered from the top. */
  private record Row(Run run, boolean isHeading, double number) {}

  PlotRows(RunSet field) {
    this.runs = field;
    double number = 0.5;
    for (double load : field.loads()) {
      List<Run> runs = field.under(load);
      rows.add(new Row(runs.get(0), true, number++));
      for (Run run : runs) {
        rows.add(new Row(run, false, number++));
      }
    }
    this.count = number - 0.5;
  }

  /** Returns the height of the chart. */
  double height() {
    return PITCH * count;
  }

  /** Returns the axis of the rows. */
  ChartAxis axis() {
    AxisScale axisScale = new AxisScale(0, count, false, 0, List.of());
    return new ChartAxis("", axisScale, ChartFormat::brief);
  }

  /** Draws loads and names, and each run in its row. */
  void draw(XyChart chart, BiConsumer<Run, Double> drawing) {
    for (Row row : rows) {
      ChartPoint start = new ChartPoint(0, count - row.number());
      if (row.isHeading()) {
        chart.horizontal(start.y(), "grid");
        chart.label("load " + ChartFormat.brief(row.run().load()), start, -14, "heading end");
      } else {
        String name = row.run().contender();
        chart.series(runs.styleOf(name), () -> {
          chart.label(ChartFormat.name(name), start, -14, "name end");
          drawing.accept(row.run(), start.y());
        });
      }
    }
  }
}
