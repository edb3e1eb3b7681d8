// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.ChartMarks.WIDTH;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LabelPlacement;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.PlotFrame;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.Locale;

/**
 * The most that was admitted in one window as the load grows: the even-spread attack.
 *
 * @param scenario the name of the scenario
 * @param runs the runs
 */
public record LoadPlot(String scenario, RunSet runs) implements Plot {
  /** What Weir is to stay under, in limits, up to ten limits offered in a window. */
  private static final double GOAL = 1.1;

  private static final double GOAL_LOAD = 10;
  private static final double NARROW_RANGE = 4;

  @Override
  public String id() {
    return "attack";
  }

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
    return text + (isEvenSpread() ? goal : "") + " The load is on a logarithmic axis.";
  }

  /** Whether loads are limits per window, and the goal applies. */
  private boolean isEvenSpread() {
    return scenario.toLowerCase(Locale.ROOT).contains("spread");
  }

  @Override
  public boolean isEmpty() {
    return runs.loads().size() < 2;
  }

  @Override
  public void draw(Markup out) {
    PlotFrame plotFrame = new PlotFrame(
        52,
        34,
        WIDTH - 52 - 150,
        330,
        new ChartAxis(
            isEvenSpread() ? "load: limits offered per window" : "load",
            loads(),
            ChartFormat::brief),
        new ChartAxis("worst window, in limits", limits(), ChartFormat::times));
    ChartMarks.begin(out, plotFrame.bottom() + 48, title());
    if (isEvenSpread()) {
      goal(out, plotFrame);
    }
    plotFrame.draw(out);
    List<String> contenders = runs.contenders();
    List<Double> wanted =
        contenders.stream().map(name -> plotFrame.py(top(last(name))) + 4).toList();
    List<Double> places = LabelPlacement.spread(wanted, 17, plotFrame.bottom() + 4);
    // Whoever comes first lies on top.
    for (int i = contenders.size() - 1; i >= 0; i--) {
      curve(out, contenders.get(i), plotFrame, places.get(i));
    }
    out.close();
  }

  private void goal(Markup out, PlotFrame plotFrame) {
    double end = Math.max(plotFrame.left(), Math.min(plotFrame.right(), plotFrame.px(GOAL_LOAD)));
    ChartMarks.box(
        out,
        new ChartPosition(plotFrame.left(), plotFrame.py(GOAL)),
        new ChartPosition(end, plotFrame.bottom()),
        "allowed");
    ChartMarks.line(
        out,
        List.of(
            new ChartPosition(plotFrame.left(), plotFrame.py(GOAL)),
            new ChartPosition(plotFrame.right(), plotFrame.py(GOAL))),
        "limit");
    String text = "goal " + ChartFormat.times(GOAL);
    ChartMarks.label(
        out, text, new ChartPosition(plotFrame.left() + 8, plotFrame.py(GOAL) - 6), "note halo");
  }

  private void curve(Markup out, String contender, PlotFrame plotFrame, double labelY) {
    List<Run> runs = this.runs.of(contender).stream()
        .filter(run -> Double.isFinite(top(run)))
        .toList();
    out.open("g", "class", "series " + this.runs.styleOf(contender).style());
    ChartMarks.line(
        out, runs.stream().map(run -> plotFrame.position(run.load(), top(run))).toList(), "line");
    for (Run run : runs) {
      String tip = contender + ", load " + ChartFormat.brief(run.load()) + ": "
          + ChartFormat.times(top(run));
      ChartMarks.marker(
          out, this.runs.styleOf(contender), plotFrame.position(run.load(), top(run)), tip);
    }
    String text = ChartFormat.name(contender) + " " + ChartFormat.times(top(last(contender)));
    ChartMarks.label(out, text, new ChartPosition(plotFrame.right() + 14, labelY), "name");
    out.close().line();
  }

  private Run last(String contender) {
    List<Run> runs = this.runs.of(contender);
    return runs.get(runs.size() - 1);
  }

  private static double top(Run run) {
    return 1 + run.excess().worst();
  }

  private AxisScale loads() {
    List<Double> loads = runs.loads();
    List<Double> positive = loads.stream().filter(load -> load > 0).toList();
    double least = positive.isEmpty() ? 1 : positive.get(0);
    double most = loads.get(loads.size() - 1);
    boolean plain = positive.size() == loads.size();
    LogScale scale = plain ? LogScale.of(least, most) : LogScale.withZero(least, most);
    return loads.size() <= 8 ? scale.withTicks(loads) : scale;
  }

  private AxisScale limits() {
    double most = runs.runs().stream()
        .mapToDouble(LoadPlot::top)
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double end = Math.max(1.5, most) * 1.12;
    // A logarithmic axis has too few round values in so small a range.
    return end < NARROW_RANGE
        ? LinearScale.between(1, end, 5)
        : LogScale.of(1, end).endingAt(end);
  }
}
