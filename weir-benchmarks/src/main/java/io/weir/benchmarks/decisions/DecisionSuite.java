// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

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
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures what a decision costs, compared with other limiters. */
public final class DecisionSuite {
  private static final Set<LocalContender> SAME_CLOCK = EnumSet.of(
      LocalContender.WEIR,
      LocalContender.BUCKET4J,
      LocalContender.RESILIENCE4J,
      LocalContender.GUAVA,
      LocalContender.FLOOR);

  private static final Set<LocalContender> DEFAULT_CLOCK = EnumSet.of(
      LocalContender.WEIR_DEFAULT,
      LocalContender.BUCKET4J,
      LocalContender.BUCKET4J_COARSE,
      LocalContender.RESILIENCE4J,
      LocalContender.RESILIENCE4J_COARSE,
      LocalContender.GUAVA,
      LocalContender.FLOOR_COARSE);

  private static final String[] COLUMNS = {
    "case", "contender", "clock", "ns/op", "rounds", "B/op", "best peer / this", "this / floor"
  };

  private final PrintStream progress;
  private final boolean quick;
  private final List<ReportRow> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private boolean complete = true;

  private DecisionSuite(boolean quick, PrintStream progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /** Measures every case. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    return new DecisionSuite(quick, progress).run();
  }

  private SuiteReport run() {
    ReportTable sameClock =
        new ReportTable("What does a decision cost on the same clock?", COLUMNS);
    ReportTable defaultClock =
        new ReportTable("What does a decision cost on the default clock?", COLUMNS);
    Trials trials = new Trials(
        TrialTiming.of(quick),
        progress,
        DecisionCase.all().size() * LocalContender.values().length + SecondaryCases.TRIALS);
    for (DecisionCase situation : DecisionCase.all()) {
      Map<LocalContender, TrialResult> measured = measure(trials, situation);
      fill(sameClock, "same clock, " + situation.text(), measured, SAME_CLOCK);
      fill(defaultClock, "default clock, " + situation.text(), measured, DEFAULT_CLOCK);
    }
    sameClock.note("Goal: best peer / Weir at least 1.50, Weir / floor at most 1.30.");
    defaultClock.note("Goal: best peer / Weir at least 3.00 on the hot subject and 2.00 elsewhere."
        + " The best peer is the fastest one on its own clock.");
    SecondaryCases secondaryCases = new SecondaryCases(trials, rows);
    List<ReportTable> tables =
        List.of(sameClock, defaultClock, secondaryCases.batches(), secondaryCases.beyondAllowed());
    return new SuiteReport(tables, rows, List.copyOf(missing), complete);
  }

  private Map<LocalContender, TrialResult> measure(Trials trials, DecisionCase situation) {
    Map<LocalContender, Trial> selected = new EnumMap<>(LocalContender.class);
    for (LocalContender localContender : LocalContender.values()) {
      boolean readsOnly = localContender.label().equals("floor") && situation.isRefusal();
      selected.put(
          localContender,
          localContender.in(situation, readsOnly ? "checkWithoutWriting" : "check"));
    }
    Map<Trial, TrialResult> measured = trials.run(selected.values());
    Map<LocalContender, TrialResult> found = new EnumMap<>(LocalContender.class);
    selected.forEach((localContender, trial) ->
        found.put(localContender, measured.getOrDefault(trial, TrialResult.NOTHING)));
    return found;
  }

  private void fill(
      ReportTable reportTable,
      String scenario,
      Map<LocalContender, TrialResult> measured,
      Set<LocalContender> shown) {
    double best = shown.stream()
        .filter(LocalContender::isPeer)
        .mapToDouble(peer -> measured.getOrDefault(peer, TrialResult.NOTHING).medianNanos())
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
    double floor = shown.stream()
        .filter(localContender -> localContender.label().equals("floor"))
        .mapToDouble(localContender ->
            measured.getOrDefault(localContender, TrialResult.NOTHING).medianNanos())
        .sum();
    for (LocalContender localContender : shown) {
      TrialResult result = measured.getOrDefault(localContender, TrialResult.NOTHING);
      if (!result.isPresent()) {
        missing.add(localContender.label() + " could not be measured");
        complete &= !localContender.isWeir();
        continue;
      }
      String peer = localContender.label() + " (" + localContender.clock() + ")";
      rows.add(new ReportRow(
          scenario, peer, result.medianNanos(), "ns/op", best / result.medianNanos()));
      rows.add(ReportRow.alone(scenario, peer, result.medianBytes(), "B/op"));
      reportTable.line(
          scenario.substring(scenario.indexOf(", ") + 2),
          localContender.label(),
          localContender.clock(),
          FigureFormat.shown(result.medianNanos()),
          result.spread(),
          FigureFormat.shown(result.medianBytes()),
          FigureFormat.factor(best / result.medianNanos()),
          FigureFormat.factor(result.medianNanos() / floor));
    }
  }
}
