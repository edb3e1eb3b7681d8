// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.StarterContender;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.trial.Trial;
import io.weir.benchmarks.trial.TrialResult;
import io.weir.benchmarks.trial.TrialTiming;
import io.weir.benchmarks.trial.Trials;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures what a limiter adds to a request and to a method call. */
public final class CallOverhead {
  /** Longer than in other suites: the compiler needs more time for Spring's proxies and expressions. */
  private static final TrialTiming QUICK = new TrialTiming(1, 4, 2, 400);

  private static final TrialTiming FULL = new TrialTiming(3, 4, 3, 400);

  private static final List<StarterContender> WITH_FILTER =
      List.of(StarterContender.NONE, StarterContender.WEIR, StarterContender.BUCKET4J);

  private static final List<StarterContender> WITH_ANNOTATION = List.of(StarterContender.values());

  private static final String[] COLUMNS = {
    "case", "contender", "ns/op", "rounds", "B/op", "adds ns", "adds B", "best peer / this"
  };

  private final Trials trials;
  private final List<ReportRow> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private boolean complete = true;

  private CallOverhead(boolean quick, PrintStream progress) {
    int total = CallCase.requests().size() * WITH_FILTER.size()
        + CallCase.calls().size() * WITH_ANNOTATION.size();
    this.trials = new Trials(quick ? QUICK : FULL, progress, total);
  }

  /** Measures every case. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    return new CallOverhead(quick, progress).run();
  }

  private SuiteReport run() {
    ReportTable filters = new ReportTable("What does a filter add to a request?", COLUMNS);
    CallCase.requests().forEach(situation -> fill(filters, "request", situation, WITH_FILTER));
    ReportTable annotations = new ReportTable("What does an annotation add to a call?", COLUMNS);
    CallCase.calls().forEach(situation -> fill(annotations, "call", situation, WITH_ANNOTATION));
    return new SuiteReport(List.of(filters, annotations), rows, List.copyOf(missing), complete);
  }

  private void fill(
      ReportTable reportTable, String kind, CallCase situation, List<StarterContender> contenders) {
    Map<StarterContender, AddedCost> found = measure(situation, contenders);
    double best = found.entrySet().stream()
        .filter(each -> each.getKey().isPeer())
        .mapToDouble(each -> each.getValue().nanos())
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
    found.forEach((starterContender, addedCost) -> {
      TrialResult result = addedCost.with();
      if (!result.isPresent()) {
        missing.add(
            starterContender.label() + " could not be measured: " + kind + ", " + situation.text());
        complete &= starterContender != StarterContender.WEIR;
        return;
      }
      double ratio = starterContender.limits() ? addedCost.over(best) : Double.NaN;
      add(kind + ", " + situation.text(), starterContender.label(), addedCost, ratio);
      reportTable.line(
          situation.text(),
          starterContender.label(),
          FigureFormat.significant(result.medianNanos()),
          result.spread(),
          FigureFormat.significant(result.medianBytes()),
          FigureFormat.significant(addedCost.nanos()),
          FigureFormat.significant(addedCost.bytes()),
          FigureFormat.factor(ratio));
    });
  }

  private Map<StarterContender, AddedCost> measure(
      CallCase situation, List<StarterContender> contenders) {
    Map<StarterContender, Trial> selected = new EnumMap<>(StarterContender.class);
    contenders.forEach(
        starterContender -> selected.put(starterContender, situation.of(starterContender)));
    Map<Trial, TrialResult> measured = trials.run(selected.values());
    TrialResult none =
        measured.getOrDefault(situation.of(StarterContender.NONE), TrialResult.NOTHING);
    Map<StarterContender, AddedCost> found = new EnumMap<>(StarterContender.class);
    selected.forEach((starterContender, trial) -> found.put(
        starterContender, new AddedCost(measured.getOrDefault(trial, TrialResult.NOTHING), none)));
    return found;
  }

  private void add(String scenario, String peer, AddedCost addedCost, double ratio) {
    rows.add(ReportRow.alone(scenario, peer, addedCost.with().medianNanos(), "ns/op"));
    rows.add(ReportRow.alone(scenario, peer, addedCost.with().medianBytes(), "B/op"));
    rows.add(new ReportRow(
        scenario, peer, addedCost.nanos(), "ns/op added", Double.isFinite(ratio) ? ratio : null));
    rows.add(ReportRow.alone(scenario, peer, addedCost.bytes(), "B/op added"));
  }
}
