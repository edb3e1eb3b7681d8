// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.Marks;
import io.weir.simulator.report.chart.Marks.Spot;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.Rows.Row;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the stores had to do, by contender and load.
 *
 * @param field the runs
 */
public record StorePlot(Field field) implements Plot {
  private static final double TOP = 44;
  private static final double GAP = 24;
  private static final double ROOM_FOR_VALUE = 58;

  /** One column of bars. */
  private record Column(int place, String title, String unit, ToDoubleFunction<Run> value) {
    static final double WIDTH = (Marks.WIDTH - Rows.LEFT - 2 * GAP) / 3;

    double left() {
      return Rows.LEFT + place * (WIDTH + GAP);
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
    return field.runs().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    Rows rows = new Rows(field, TOP + 8);
    Marks.begin(out, rows.bottom() + 12, title());
    rows.draw(out);
    List<Column> columns = List.of(
        new Column(
            0, "ledger, rows written", "per s", run -> perSecond(run.cost().rowsWritten())),
        new Column(1, "ledger, rows read", "per s", run -> perSecond(run.cost().rowsRead())),
        new Column(2, "origin calls", "per admitted check", Field::callsPerAdmitted));
    columns.forEach(column -> column(out, rows, column));
    out.close();
  }

  private double perSecond(long count) {
    return field.perSecond(count);
  }

  private void column(Markup out, Rows rows, Column column) {
    double most = field.runs().stream()
        .mapToDouble(column.value())
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double left = column.left();
    double longest = Column.WIDTH - ROOM_FOR_VALUE;
    LinearScale scale = LinearScale.exactlyTo(most, 1);
    Marks.label(out, column.title(), new Spot(left, 14), "axis");
    Marks.label(out, column.unit(), new Spot(left, 31), "note");
    for (Row row : rows.all()) {
      double value = column.value().applyAsDouble(row.run());
      double end = left + (Double.isFinite(value) ? longest * scale.at(value) : 0);
      out.open("g", "class", "series " + field.ink(row.run().contender()).style());
      Marks.box(out, new Spot(left, row.y() - 6), new Spot(end, row.y() + 6), "bar");
      Marks.label(out, Figures.brief(value), new Spot(end + 6, row.y() + 4), "value");
      out.close();
    }
    Marks.line(out, List.of(new Spot(left, TOP), new Spot(left, rows.bottom())), "base");
    out.line();
  }
}
