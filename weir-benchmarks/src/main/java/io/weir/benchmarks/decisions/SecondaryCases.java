// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.trial.Trial;
import io.weir.benchmarks.trial.TrialResult;
import io.weir.benchmarks.trial.Trials;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Secondary measurements: batches, and checks whose whole decision is used. */
final class SecondaryCases {
  private static final List<LocalContender> THREE_CHECKS = List.of(
      LocalContender.WEIR_DEFAULT,
      LocalContender.BUCKET4J,
      LocalContender.RESILIENCE4J,
      LocalContender.GUAVA);

  private static final List<DecisionCase> BATCHES =
      List.of(new DecisionCase(1_000, "allow", 1), new DecisionCase(1_000, "refuse", 1));

  private static final List<DecisionCase> BEYOND = List.of(
      new DecisionCase(1, "allow", 1),
      new DecisionCase(1, "refuse", 1),
      new DecisionCase(1_000, "allow", 1));

  /** How many trials both measurements need. */
  static final int TRIALS = BATCHES.size() * (THREE_CHECKS.size() + 1) + BEYOND.size() * 3;

  private final Trials trials;
  private final List<ReportRow> rows;

  SecondaryCases(Trials trials, List<ReportRow> rows) {
    this.trials = trials;
    this.rows = rows;
  }

  /** Compares a batch of three with three separate checks. */
  ReportTable batches() {
    ReportTable reportTable = new ReportTable(
        "What does a batch of three cost?",
        "case",
        "how",
        "ns/op",
        "rounds",
        "B/op",
        "best peer / this");
    for (DecisionCase situation : BATCHES) {
      Map<String, Trial> selected = new LinkedHashMap<>();
      selected.put("Weir, batch", LocalContender.WEIR_DEFAULT.in(situation, "batchOfThree"));
      THREE_CHECKS.forEach(localContender -> selected.put(
          localContender.label() + ", one by one", localContender.in(situation, "threeChecks")));
      Map<String, TrialResult> measured = run(selected);
      double best = measured.entrySet().stream()
          .filter(each -> !each.getKey().startsWith("Weir"))
          .mapToDouble(each -> each.getValue().medianNanos())
          .filter(Double::isFinite)
          .min()
          .orElse(Double.NaN);
      measured.forEach((label, result) -> {
        double ratio = best / result.medianNanos();
        add("batch of 3, " + situation.text(), label, result, ratio);
        reportTable.line(
            situation.text(),
            label,
            FigureFormat.shown(result.medianNanos()),
            result.spread(),
            FigureFormat.shown(result.medianBytes()),
            FigureFormat.factor(ratio));
      });
    }
    reportTable.note("A batch is all or nothing; three separate checks are not.");
    return reportTable;
  }

  /** Measures the cost if the compiler can't eliminate the decision object, and if the previous window counts too. */
  ReportTable beyondAllowed() {
    ReportTable reportTable = new ReportTable(
        "What does it cost to use more than allowed()?", "case", "how", "ns/op", "rounds", "B/op");
    for (DecisionCase situation : BEYOND) {
      Map<String, Trial> selected = new LinkedHashMap<>();
      selected.put("asks allowed()", LocalContender.WEIR_DEFAULT.in(situation));
      selected.put(
          "keeps the decision", LocalContender.WEIR_DEFAULT.in(situation, "checkAndHandOn"));
      selected.put(
          "asks allowed(), two windows",
          LocalContender.WEIR_DEFAULT.in(situation).with("windows", "2"));
      run(selected).forEach((label, result) -> {
        add("Weir alone, " + situation.text(), label, result, Double.NaN);
        reportTable.line(
            situation.text(),
            label,
            FigureFormat.shown(result.medianNanos()),
            result.spread(),
            FigureFormat.shown(result.medianBytes()));
      });
    }
    return reportTable;
  }

  private void add(String scenario, String label, TrialResult result, double ratio) {
    rows.add(new ReportRow(
        scenario, label, result.medianNanos(), "ns/op", Double.isFinite(ratio) ? ratio : null));
    rows.add(ReportRow.alone(scenario, label, result.medianBytes(), "B/op"));
  }

  private Map<String, TrialResult> run(Map<String, Trial> selected) {
    Map<Trial, TrialResult> measured = trials.run(selected.values());
    Map<String, TrialResult> found = new LinkedHashMap<>();
    selected.forEach((label, trial) -> {
      TrialResult result = measured.getOrDefault(trial, TrialResult.NOTHING);
      if (result.isPresent()) {
        found.put(label, result);
      }
    });
    return found;
  }
}
