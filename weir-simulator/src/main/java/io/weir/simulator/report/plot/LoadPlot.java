// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.Scale;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.Locale;

/**
 * The most that was admitted in one window as the load grows: the even-spread attack.
 *
 * @param scenario the name of the scenario
 * @param field the runs
 */
public record LoadPlot(String scenario, Field field) implements Plot {
  /** What Weir is to stay under, in limits, up to ten limits offered in a window. */
  private static final double GOAL = 1.1;

  private static final double GOAL_LOAD = 10;
  private static final double NARROW = 4;

  @Override
  public String title() {
    return isEvenSpread() ? "The even-spread attack" : "Worst window by load";
  }

  @Override
  public String text() {
    String text =
        "The highest true count of one sliding window, as a multiple of the limit, by load.";
    String goal = " The goal is at most "
        + Figures.times(GOAL)
        + " the limit for up to "
        + Figures.brief(GOAL_LOAD)
        + " limits offered in a window.";
    return text
        + (isEvenSpread() ? goal : "")
        + " The load is on a logarithmic axis. Numbers beside names are those of the highest load.";
  }

  /** Whether loads are limits per window, and the goal applies. */
  private boolean isEvenSpread() {
    return scenario.toLowerCase(Locale.ROOT).contains("spread");
  }

  @Override
  public boolean isEmpty() {
    return field.loads().size() < 2;
  }

  @Override
  public void draw(Markup out) {
    List<String> contenders = field.contenders();
    XyChart.legend(out, contenders, name -> " " + Figures.times(top(last(name))));
    Axis x = new Axis(
        isEvenSpread() ? "load: limits offered per window" : "load", loads(), Figures::brief);
    Axis y = new Axis("worst window, in limits", limits(), Figures::times);
    XyChart chart = new XyChart(out, x, y);
    chart.open(title(), 320, "");
    if (isEvenSpread()) {
      chart.area(new ChartPoint(GOAL_LOAD, GOAL), "allowed");
    }
    chart.axes();
    if (isEvenSpread()) {
      chart.horizontal(GOAL, "limit");
    }
    // The one that comes first lies on top.
    for (int i = contenders.size() - 1; i >= 0; i--) {
      String name = contenders.get(i);
      chart.series(field.ink(name), () -> curve(chart, name));
    }
    if (isEvenSpread()) {
      String text = "goal " + Figures.times(GOAL);
      chart.label(text, new ChartPoint(0, GOAL), 8, "note halo above");
    }
    chart.close();
  }

  private void curve(XyChart chart, String contender) {
    List<Run> runs =
        field.of(contender).stream().filter(run -> Double.isFinite(top(run))).toList();
    chart.line(runs.stream().map(LoadPlot::point).toList(), "line");
    for (Run run : runs) {
      String tip =
          contender + ", load " + Figures.brief(run.load()) + ": " + Figures.times(top(run));
      chart.marker(field.ink(contender), point(run), tip);
    }
  }

  private Run last(String contender) {
    List<Run> runs = field.of(contender);
    return runs.get(runs.size() - 1);
  }

  private static ChartPoint point(Run run) {
    return new ChartPoint(run.load(), top(run));
  }

  private static double top(Run run) {
    return 1 + run.excess().worst();
  }

  private Scale loads() {
    List<Double> loads = field.loads();
    List<Double> positive = loads.stream().filter(load -> load > 0).toList();
    double min = positive.isEmpty() ? 1 : positive.get(0);
    Scale scale = Scale.logarithmic(min, loads.get(loads.size() - 1));
    Scale whole = positive.size() == loads.size() ? scale : scale.withZero();
    return loads.size() <= 8 ? whole.marked(loads) : whole;
  }

  private Scale limits() {
    double most = field.runs().stream()
        .mapToDouble(LoadPlot::top)
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double end = Math.max(1.5, most) * 1.12;
    // A logarithmic axis has too few round values in so small a range.
    return end < NARROW ? Scale.between(1, end, 5) : Scale.logarithmic(1, end).endingAt(end);
  }
}
