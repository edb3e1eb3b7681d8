// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.Marks.WIDTH;

import io.weir.simulator.report.chart.Axis;
import io.weir.simulator.report.chart.Crowd;
import io.weir.simulator.report.chart.Figures;
import io.weir.simulator.report.chart.Frame;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Marks;
import io.weir.simulator.report.chart.Marks.Spot;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.Scale;
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
        + Figures.times(GOAL)
        + " the limit for up to "
        + Figures.brief(GOAL_LOAD)
        + " limits offered in a window.";
    return text + (isEvenSpread() ? goal : "") + " The load is on a logarithmic axis.";
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
    Frame frame = new Frame(
        52,
        34,
        WIDTH - 52 - 150,
        330,
        new Axis(
            isEvenSpread() ? "load: limits offered per window" : "load", loads(), Figures::brief),
        new Axis("worst window, in limits", limits(), Figures::times));
    Marks.begin(out, frame.bottom() + 48, title());
    if (isEvenSpread()) {
      goal(out, frame);
    }
    frame.draw(out);
    List<String> contenders = field.contenders();
    List<Double> wanted =
        contenders.stream().map(name -> frame.py(top(last(name))) + 4).toList();
    List<Double> places = Crowd.apart(wanted, 17, frame.bottom() + 4);
    // Whoever comes first lies on top.
    for (int i = contenders.size() - 1; i >= 0; i--) {
      curve(out, contenders.get(i), frame, places.get(i));
    }
    out.close();
  }

  private void goal(Markup out, Frame frame) {
    double end = Math.max(frame.left(), Math.min(frame.right(), frame.px(GOAL_LOAD)));
    Marks.box(
        out, new Spot(frame.left(), frame.py(GOAL)), new Spot(end, frame.bottom()), "allowed");
    Marks.line(
        out,
        List.of(new Spot(frame.left(), frame.py(GOAL)), new Spot(frame.right(), frame.py(GOAL))),
        "limit");
    String text = "goal " + Figures.times(GOAL);
    Marks.label(out, text, new Spot(frame.left() + 8, frame.py(GOAL) - 6), "note halo");
  }

  private void curve(Markup out, String contender, Frame frame, double labelY) {
    List<Run> runs =
        field.of(contender).stream().filter(run -> Double.isFinite(top(run))).toList();
    out.open("g", "class", "series " + field.ink(contender).style());
    Marks.line(out, runs.stream().map(run -> frame.spot(run.load(), top(run))).toList(), "line");
    for (Run run : runs) {
      String tip =
          contender + ", load " + Figures.brief(run.load()) + ": " + Figures.times(top(run));
      Marks.marker(out, field.ink(contender), frame.spot(run.load(), top(run)), tip);
    }
    String text = Figures.name(contender) + " " + Figures.times(top(last(contender)));
    Marks.label(out, text, new Spot(frame.right() + 14, labelY), "name");
    out.close().line();
  }

  private Run last(String contender) {
    List<Run> runs = field.of(contender);
    return runs.get(runs.size() - 1);
  }

  private static double top(Run run) {
    return 1 + run.excess().worst();
  }

  private Scale loads() {
    List<Double> loads = field.loads();
    List<Double> positive = loads.stream().filter(load -> load > 0).toList();
    double least = positive.isEmpty() ? 1 : positive.get(0);
    double most = loads.get(loads.size() - 1);
    boolean plain = positive.size() == loads.size();
    LogScale scale = plain ? LogScale.of(least, most) : LogScale.withZero(least, most);
    return loads.size() <= 8 ? scale.marked(loads) : scale;
  }

  private Scale limits() {
    double most = field.runs().stream()
        .mapToDouble(LoadPlot::top)
        .filter(Double::isFinite)
        .max()
        .orElse(1);
    double end = Math.max(1.5, most) * 1.12;
    // A logarithmic axis has too few round values in so small a range.
    return end < NARROW ? LinearScale.between(1, end, 5) : LogScale.of(1, end).endingAt(end);
  }
}
