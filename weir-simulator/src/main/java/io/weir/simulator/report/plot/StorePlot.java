// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.PlotRows.Row;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the stores had to do, by contender and load.
 *
 * @param runs the runs
 */
public record StorePlot(RunSet runs) implements Plot {
  private static final double TOP = 44;
  private static final double GAP = 24;
  private static final double ROOM_FOR_VALUE = 58;

  /** One column of bars. */
  private record BarColumn(int place, String title, String unit, ToDoubleFunction<Run> value) {
    static final double WIDTH = (ChartMarks.WIDTH - PlotRows.LEFT - 2 * GAP) / 3;

    double left() {
      return PlotRows.LEFT + place * (WIDTH + GAP);
    }
  }

  @Override
  public String id() {
    return "stores";
  }

  @Override
  public String title() {
    return "Load on the stores";
  }

  @Override
  public String text() {
    return "Rows written to and read from the ledger, which all regions share, per second; and calls to an origin, the store"
        + " of one region, per admitted check. Shorter is better.";
  }

  @Override
  public boolean isEmpty() {
    return runs.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    PlotRows plotRows = new PlotRows(runs, TOP + 8);
    ChartMarks.begin(out, plotRows.bottom() + 12, title());
    plotRows.draw(out);
    List<BarColumn> columns = List.of(
        new BarColumn(
            0, "ledger, rows written", "per s", run -> perSecond(run.cost().rowsWritten())),
        new BarColumn(
            1, "ledger, rows read", "per s", run -> perSecond(run.cost().rowsRead())),
        new BarColumn(2, "origin calls", "per admitted check", RunSet::callsPerAdmitted));
    columns.forEach(barColumn -> column(out, plotRows, barColumn));
    out.close();
  }

  private double perSecond(long count) {
    return runs.perSecond(count);
  }

  private void column(Markup out, PlotRows plotRows, BarColumn barColumn) {
    double most = runs.runs().stream()
        .mapToDouble(barColumn.value())
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double left = barColumn.left();
    double longest = BarColumn.WIDTH - ROOM_FOR_VALUE;
    LinearScale scale = LinearScale.exactlyTo(most, 1);
    ChartMarks.label(out, barColumn.title(), new ChartPosition(left, 14), "axis");
    ChartMarks.label(out, barColumn.unit(), new ChartPosition(left, 31), "note");
    for (Row row : plotRows.all()) {
      double value = barColumn.value().applyAsDouble(row.run());
      double end = left + (Double.isFinite(value) ? longest * scale.at(value) : 0);
      out.open("g", "class", "series " + runs.styleOf(row.run().contender()).style());
      ChartMarks.box(
          out, new ChartPosition(left, row.y() - 6), new ChartPosition(end, row.y() + 6), "bar");
      ChartMarks.label(
          out, ChartFormat.brief(value), new ChartPosition(end + 6, row.y() + 4), "value");
      out.close();
    }
    ChartMarks.line(
        out,
        List.of(new ChartPosition(left, TOP), new ChartPosition(left, plotRows.bottom())),
        "base");
    out.line();
  }
}
