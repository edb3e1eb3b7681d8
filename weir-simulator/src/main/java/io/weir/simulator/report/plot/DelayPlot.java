// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import static io.weir.simulator.report.chart.ChartMarks.WIDTH;

import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.ChartMarks;
import io.weir.simulator.report.chart.ChartMarks.ChartPosition;
import io.weir.simulator.report.chart.LinearScale;
import io.weir.simulator.report.chart.LogScale;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.PlotFrame;
import io.weir.simulator.report.chart.SeriesStyle;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How soon regions knew of each other: which part of the units was known after how long.
 *
 * @param runs the runs
 */
public record DelayPlot(RunSet runs) implements Plot {
  /** All but one of a hundred units are to be known everywhere by then. */
  private static final double GOAL_MILLIS = 2000;

  /** One step of a curve: so large a part was known by then. */
  private record CurveStep(double millis, double part) {}

  @Override
  public String id() {
    return "delay";
  }

  @Override
  public String title() {
    return "Propagation delay between regions";
  }

  @Override
  public String text() {
    return "The share of units admitted in one region that a process in another region knew of after a given time, all loads"
        + " together. Units that did not reach other regions before their window ended count as never known, so a curve may"
        + " end below 100 %. Markers show p50 and p99.";
  }

  @Override
  public boolean isEmpty() {
    return drawn().isEmpty();
  }

  @Override
  public void draw(Markup out) {
    List<String> names = drawn();
    PlotFrame plotFrame = new PlotFrame(
        52,
        44,
        WIDTH - 52 - 24,
        300,
        new ChartAxis("time until known", scale(), ChartFormat::millis),
        new ChartAxis("known", new LinearScale(0, 1, 0.25), ChartFormat::percent));
    ChartMarks.begin(out, plotFrame.bottom() + 48, title());
    plotFrame.draw(out);
    plotFrame.vertical(out, plotFrame.px(GOAL_MILLIS), "limit");
    boolean late = plotFrame.px(GOAL_MILLIS) > plotFrame.right() - 90;
    ChartMarks.label(
        out,
        "goal: p99 within 2 s",
        new ChartPosition(plotFrame.px(GOAL_MILLIS), plotFrame.top() - 8),
        late ? "note end" : "note mid");
    for (int i = 0; i < names.size(); i++) {
      curve(out, names.get(i), plotFrame, 0.18 + 0.22 * i / Math.max(1, names.size() - 1));
    }
    out.close();
  }

  private void curve(Markup out, String contender, PlotFrame plotFrame, double labelled) {
    List<CurveStep> steps = steps(contender);
    SeriesStyle seriesStyle = runs.styleOf(contender);
    out.open("g", "class", "series " + seriesStyle.style());
    ChartMarks.line(
        out,
        steps.stream()
            .map(curveStep -> plotFrame.position(curveStep.millis(), curveStep.part()))
            .toList(),
        "line");
    for (double part : new double[] {0.5, 0.99}) {
      for (double millis : reached(steps, part)) {
        String tip =
            contender + ": " + ChartFormat.percent(part) + " within " + ChartFormat.millis(millis);
        ChartMarks.marker(out, seriesStyle, plotFrame.position(millis, part), tip);
      }
    }
    double highest = steps.get(steps.size() - 1).part();
    double height = Math.min(labelled, highest / 2);
    for (double millis : reached(steps, height)) {
      ChartPosition chartPosition = plotFrame.position(millis, height);
      boolean left = chartPosition.x() > plotFrame.right() - 100;
      ChartMarks.label(
          out,
          ChartFormat.name(contender),
          new ChartPosition(chartPosition.x() + (left ? -10 : 10), chartPosition.y() + 4),
          left ? "name halo end" : "name halo");
    }
    out.close().line();
  }

  private List<String> drawn() {
    return runs.contenders().stream().filter(name -> steps(name).size() > 1).toList();
  }

  /** When the curve reaches this height; empty if it never does. */
  private static List<Double> reached(List<CurveStep> steps, double part) {
    for (int i = 1; i < steps.size(); i++) {
      CurveStep from = steps.get(i - 1);
      CurveStep to = steps.get(i);
      if (to.part() >= part) {
        double share = (part - from.part()) / (to.part() - from.part());
        double low = Math.log(Math.max(from.millis(), to.millis() / 1000));
        return List.of(Math.exp(low + share * (Math.log(to.millis()) - low)));
      }
    }
    return List.of();
  }

  private List<CurveStep> steps(String contender) {
    TreeMap<Long, Long> units = new TreeMap<>();
    long all = 0;
    for (Run run : runs.of(contender)) {
      all += run.delays().unknown();
      for (Bucket bucket : run.delays().histogram()) {
        all += bucket.units();
        units.merge(Math.max(1, bucket.upToMillis()), bucket.units(), Long::sum);
      }
    }
    List<CurveStep> steps = new ArrayList<>();
    long known = 0;
    for (Map.Entry<Long, Long> entry : units.entrySet()) {
      if (steps.isEmpty() && entry.getValue() > 0) {
        Long before = units.lowerKey(entry.getKey());
        steps.add(new CurveStep(before == null ? entry.getKey() * 0.8 : before, 0));
      }
      known += entry.getValue();
      if (known > 0) {
        steps.add(new CurveStep(entry.getKey(), (double) known / all));
      }
    }
    return steps;
  }

  private LogScale scale() {
    double least = GOAL_MILLIS;
    double most = GOAL_MILLIS;
    for (String name : drawn()) {
      List<CurveStep> steps = steps(name);
      least = Math.min(least, steps.get(0).millis());
      most = Math.max(most, steps.get(steps.size() - 1).millis());
    }
    return LogScale.of(least, most);
  }
}
