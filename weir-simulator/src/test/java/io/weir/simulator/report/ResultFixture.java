// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Results with plausible numbers. */
final class ResultFixture {
  static final List<Double> LOADS = List.of(2.0, 4.0, 10.0, 30.0, 100.0);

  private static final long LIMIT = 1000;
  private static final int SECONDS = 120;

  private static final Map<String, double[]> WORST = Map.of(
      "exact", new double[] {0, 0, 0, 0, 0},
      "weir", new double[] {0, 0.01, 0.05, 0.18, 0.47},
      "upstream", new double[] {1, 1.2, 1.68, 2.81, 6.27},
      "rfc", new double[] {1, 3, 4.83, 6.18, 8.05},
      "regional", new double[] {1, 3, 9, 9.6, 9.9});

  /** The median delays; contenders that share nothing have none. */
  private static final Map<String, Double> DELAY =
      Map.of("weir", 380.0, "upstream", 1900.0, "rfc", 5200.0);

  private ResultFixture() {}

  /** Returns five contenders under five loads. */
  static SimulationResult full() {
    return outcome(List.of("weir", "upstream", "rfc", "regional", "exact"), LOADS);
  }

  static SimulationResult outcome(List<String> contenders, List<Double> loads) {
    List<Run> runs = new ArrayList<>();
    for (double load : loads) {
      contenders.forEach(contender -> runs.add(run(contender, load)));
    }
    return titled("The same user, spread evenly over all regions, asks for more and more", runs);
  }

  static SimulationResult titled(String title, List<Run> runs) {
    return new SimulationResult(
        "even-spread", title, 10, 3, 42, SECONDS * 1000L, List.copyOf(runs));
  }

  static Run run(String contender, double load) {
    double worst = WORST
        .getOrDefault(contender, new double[] {0, 0.1, 0.2, 0.3, 0.4})[
        Math.max(0, LOADS.indexOf(load))];
    long units = Math.round(load * LIMIT * SECONDS / 60);
    long admitted = Math.round(Math.min((double) units, LIMIT * 2 * (1 + worst * 0.8)));
    boolean shares = DELAY.containsKey(contender);
    long rows = shares ? Math.round(SECONDS * 10 * (contender.equals("weir") ? 2.1 : 3.4)) : 0;
    return new Run(
        contender,
        load,
        new Run.Volume(
            units, units, admitted, admitted, contender.equals("weir") ? units / 400 : 0),
        new Run.Accuracy(
            new Run.Excess(worst, worst * 0.9, worst * 0.35, 240),
            contender.equals("weir") ? worst * 1.3 + 0.03 : Double.NaN,
            new Run.Estimate(admitted, admitted - admitted / 100)),
        delays(contender, load),
        new Run.StoreLoad(
            new Run.Cost(admitted / 8, admitted / 5, admitted / 3, rows / 4, rows, rows * 9),
            new Run.Footprint(1, shares ? 9 : 0, 3, shares ? 20 : 0)),
        samples(worst, load));
  }

  private static Run.Delays delays(String contender, double load) {
    Double median = DELAY.get(contender);
    if (median == null) {
      return new Run.Delays(0, Double.NaN, Double.NaN, Double.NaN, 0, 0, List.of());
    }
    List<Run.Bucket> buckets = new ArrayList<>();
    long all = 0;
    for (int i = -8; i <= 8; i++) {
      long units = Math.round(load * 100 * Math.exp(-i * i / 9.0));
      all += units;
      buckets.add(new Run.Bucket(Math.round(median * Math.pow(1.22, i)), units));
    }
    long unknown = contender.equals("rfc") ? all / 12 : 0;
    return new Run.Delays(all, median, median * 3.4, median * 4.9, all / 5, unknown, buckets);
  }

  private static List<Run.Sample> samples(double worst, double load) {
    return IntStream.rangeClosed(1, SECONDS)
        .mapToObj(second -> {
          double phase = (second % 60) / 60.0;
          double ramp = Math.min(1, phase * (2 + load));
          double usage = Math.min((1 + worst) * (0.82 + 0.18 * ramp), load * second / 60.0);
          long admitted = Math.round(
              LIMIT * (1 + worst) / 60 * (phase < 0.3 ? 2.2 : 0.5 + 0.3 * Math.sin(second)));
          long offered = Math.round(load * LIMIT / 60);
          return new Run.Sample(
              second * 1000L, offered, Math.min(offered, admitted), usage, 12, 21, 189);
        })
        .toList();
  }

  /** Returns settings of Weir and of the other policies, with their cost and achieved value. */
  static Frontier frontier() {
    List<Frontier.FrontierPoint> points = new ArrayList<>();
    for (int floor : new int[] {25, 50, 75}) {
      for (int seconds : new int[] {1, 2, 5, 10}) {
        double rows = 180.0 / seconds * (110 - floor) / 60;
        double excess = 0.02 * seconds + 0.0011 * floor * seconds;
        points.add(
            new Frontier.FrontierPoint(floor + " %, " + seconds + " s", "weir", rows, excess));
        points.add(new Frontier.FrontierPoint(
            "rfc " + floor + " %, " + seconds + " s", "rfc", rows * 1.4, excess * 6 + 0.5));
      }
    }
    points.add(new Frontier.FrontierPoint("upstream", "upstream", 34, 1.68));
    return new Frontier(
        "Ledger rows against over-admission",
        "ledger rows written per second",
        "worst over-admission, in limits",
        points);
  }
}
