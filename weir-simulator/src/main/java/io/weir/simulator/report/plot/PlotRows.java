// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.result.Run;
import java.util.ArrayList;
import java.util.List;

/** One row for each run, in groups by load, with the names at the left. */
final class PlotRows {
  /** Where the names end and the rows begin. */
  static final double LEFT = 168;

  /** How far rows are apart. */
  static final double PITCH = 20;

  private static final double GAP = 14;

  private final RunSet runs;
  private final List<Row> rows = new ArrayList<>();
  private final double bottom;

  /**
   * One of them.
   *
   * @param run whose it is
   * @param y the height of its middle
   * @param first whether it is the first of its load
   */
  record Row(Run run, double y, boolean first) {}

  PlotRows(RunSet runs, double top) {
    this.runs = runs;
    double y = top + PITCH / 2;
    for (double load : runs.loads()) {
      boolean first = true;
      for (Run run : runs.under(load)) {
        rows.add(new Row(run, y, first));
        first = false;
        y += PITCH;
      }
      y += GAP;
    }
    this.bottom = y - GAP - PITCH / 2;
  }

  List<Row> all() {
    return rows;
  }

  /** Where the last row ends. */
  double bottom() {
    return bottom;
  }

  /** Draws loads and names, and lines between the loads from edge to edge. */
  void draw(Markup out) {
    for (Row row : rows) {
      if (row.first()) {
        double line = row.y() - PITCH / 2 - GAP / 2;
        ChartMarks.line(
            out,
            List.of(new ChartPosition(0, line), new ChartPosition(ChartMarks.WIDTH, line)),
            "rule");
        String load = "load " + ChartFormat.brief(row.run().load());
        ChartMarks.label(out, load, new ChartPosition(0, row.y() + 4), "heading");
      }
      String contender = row.run().contender();
      out.open("g", "class", "series " + runs.styleOf(contender).style());
      ChartMarks.label(
          out, ChartFormat.name(contender), new ChartPosition(LEFT - 14, row.y() + 4), "name end");
      out.close();
    }
    out.line();
  }
}
