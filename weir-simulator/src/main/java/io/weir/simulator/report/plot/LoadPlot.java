// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.Locale;

/**
 * A plot of the maximum admitted in one window as the load grows, for the even-spread attack.
 *
 * @param scenario the name of the scenario
 * @param runs the runs to show
 */
public record LoadPlot(String scenario, RunSet runs) implements Plot {
  /** Weir's goal for the maximum usage, in limits, for loads of up to ten limits per window. */
  private static final double GOAL = 1.1;

  private static final double GOAL_LOAD = 10;
  private static final double NARROW_RANGE = 4;

  @Override
  public String title() {
    return isEvenSpread() ? "The even-spread attack" : "Worst window by load";
  }

  @Override
  public String text() {
    String text =
        "The highest true count of one sliding window, as a multiple of the limit, by load.";
    String goal = " The goal is at most "
        + ChartFormat.times(GOAL)
        + " the limit for up to "
        + ChartFormat.brief(GOAL_LOAD)
        + " limits offered in a window.";
    return text
        + (isEvenSpread() ? goal : "")
        + " The load is on a logarithmic axis. Numbers beside names are those of the highest load.";
  }

  /** Returns whether loads are limits per window, so that the goal applies. */
  private boolean isEvenSpread() {
    return scenario.toLowerCase(Locale.ROOT).contains("spread");
  }

  @Override
  public boolean isEmpty() {
    return runs.loads().size() < 2;
  }

  @Override
  public void draw(Markup out) {
    List<String> contenders = runs.contenders();
    XyChart.legend(out, contenders, name -> " " + ChartFormat.times(top(last(name))));
    ChartAxis x = new ChartAxis(
        isEvenSpread() ? "load: limits offered per window" : "load", loads(), ChartFormat::brief);
    ChartAxis y = new ChartAxis("worst window, in limits", limits(), ChartFormat::times);
    XyChart chart = new XyChart(out, x, y);
    chart.open(title(), 320, "");
    if (isEvenSpread()) {
      chart.area(new ChartPoint(GOAL_LOAD, GOAL), "allowed");
    }
    chart.axes();
    if (isEvenSpread()) {
      chart.horizontal(GOAL, "limit");
    }
    // Drawn in reverse order, so that the first contender is on top.
    for (int i = contenders.size() - 1; i >= 0; i--) {
      String name = contenders.get(i);
      chart.series(runs.styleOf(name), () -> curve(chart, name));
    }
    if (isEvenSpread()) {
      String text = "goal " + ChartFormat.times(GOAL);
      chart.label(text, new ChartPoint(0, GOAL), 8, "note halo above");
    }
    chart.close();
  }

  private void curve(XyChart chart, String contender) {
    List<Run> runs = this.runs.of(contender).stream()
        .filter(run -> Double.isFinite(top(run)))
        .toList();
    chart.line(runs.stream().map(LoadPlot::point).toList(), "line");
    for (Run run : runs) {
      String tip = contender + ", load " + ChartFormat.brief(run.load()) + ": "
          + ChartFormat.times(top(run));
      chart.marker(this.runs.styleOf(contender), point(run), tip);
    }
  }

  private Run last(String contender) {
    List<Run> runs = this.runs.of(contender);
    return runs.get(runs.size() - 1);
  }

  private static ChartPoint point(Run run) {
    return new ChartPoint(run.load(), top(run));
  }

  private static double top(Run run) {
    return 1 + run.excess().worst();
  }

  private AxisScale loads() {
    List<Double> loads = runs.loads();
    List<Double> positive = loads.stream().filter(load -> load > 0).toList();
    double min = positive.isEmpty() ? 1 : positive.get(0);
    AxisScale axisScale = AxisScale.logarithmic(min, loads.get(loads.size() - 1));
    AxisScale whole = positive.size() == loads.size() ? axisScale : axisScale.withZero();
    return loads.size() <= 8 ? whole.marked(loads) : whole;
  }

  private AxisScale limits() {
    double most = runs.runs().stream()
        .mapToDouble(LoadPlot::top)
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double end = Math.max(1.5, most) * 1.12;
    // A logarithmic axis has too few round values in such a small range.
    return end < NARROW_RANGE
        ? AxisScale.between(1, end, 5)
        : AxisScale.logarithmic(1, end).endingAt(end);
  }
}
