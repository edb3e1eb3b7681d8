// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.AxisScale;
import io.weir.simulator.report.chart.ChartAxis;
import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.chart.XyChart;
import io.weir.simulator.report.chart.XyChart.ChartPoint;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plot of the propagation delay between regions: the fraction of units known after each delay.
 *
 * @param runs the runs to show
 */
public record DelayPlot(RunSet runs) implements Plot {
  /** The goal: 99 per cent of the units are known everywhere by then. */
  private static final double GOAL_MILLIS = 2000;

  private static final List<Double> QUARTERS = List.of(0.0, 0.25, 0.5, 0.75, 1.0);

  /** A point of the curve: the fraction of units known by then. */
  private record CurveStep(double millis, double part) {}

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
    XyChart.legend(out, drawn(), name -> "");
    XyChart chart = new XyChart(
        out,
        new ChartAxis("time until known", scale(), ChartFormat::millis),
        new ChartAxis("known", AxisScale.between(0, 1, 4).marked(QUARTERS), ChartFormat::percent));
    chart.open(title(), 300, "");
    chart.axes();
    chart.vertical(GOAL_MILLIS, "limit");
    boolean isLate = scale().at(GOAL_MILLIS) > 0.8;
    chart.heading("goal: p99 within 2 s", GOAL_MILLIS, isLate ? "note end" : "note mid");
    drawn().forEach(name -> chart.series(runs.styleOf(name), () -> curve(chart, name)));
    chart.close();
  }

  private void curve(XyChart chart, String contender) {
    List<CurveStep> steps = steps(contender);
    chart.line(
        steps.stream()
            .map(curveStep -> new ChartPoint(curveStep.millis(), curveStep.part()))
            .toList(),
        "line");
    for (double part : new double[] {0.5, 0.99}) {
      for (double millis : reached(steps, part)) {
        String tip =
            contender + ": " + ChartFormat.percent(part) + " within " + ChartFormat.millis(millis);
        chart.marker(runs.styleOf(contender), new ChartPoint(millis, part), tip);
      }
    }
  }

  private List<String> drawn() {
    return runs.contenders().stream().filter(name -> steps(name).size() > 1).toList();
  }

  /** Returns when the curve reaches this fraction; empty if it never does. */
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

  private AxisScale scale() {
    double least = GOAL_MILLIS;
    double most = GOAL_MILLIS;
    for (String name : drawn()) {
      List<CurveStep> steps = steps(name);
      least = Math.min(least, steps.get(0).millis());
      most = Math.max(most, steps.get(steps.size() - 1).millis());
    }
    return AxisScale.logarithmic(least, most);
  }
}
