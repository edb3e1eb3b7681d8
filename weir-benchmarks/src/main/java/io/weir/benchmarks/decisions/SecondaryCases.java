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
      Map<String, Trial> asked = new LinkedHashMap<>();
      asked.put("Weir, batch", LocalContender.WEIR_DEFAULT.in(situation, "batchOfThree"));
      THREE_CHECKS.forEach(localContender -> asked.put(
          localContender.label() + ", one by one", localContender.in(situation, "threeChecks")));
      Map<String, TrialResult> measured = run(asked);
      double best = measured.entrySet().stream()
          .filter(each -> !each.getKey().startsWith("Weir"))
          .mapToDouble(each -> each.getValue().medianNanos())
          .filter(Double::isFinite)
          .min()
          .orElse(Double.NaN);
      measured.forEach((how, it) -> {
        double ratio = best / it.medianNanos();
        add("batch of 3, " + situation.text(), how, it, ratio);
        reportTable.line(
            situation.text(),
            how,
            FigureFormat.shown(it.medianNanos()),
            it.spread(),
            FigureFormat.shown(it.medianBytes()),
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
      Map<String, Trial> asked = new LinkedHashMap<>();
      asked.put("asks allowed()", LocalContender.WEIR_DEFAULT.in(situation));
      asked.put("keeps the decision", LocalContender.WEIR_DEFAULT.in(situation, "checkAndHandOn"));
      asked.put(
          "asks allowed(), two windows",
          LocalContender.WEIR_DEFAULT.in(situation).with("windows", "2"));
      run(asked).forEach((how, it) -> {
        add("Weir alone, " + situation.text(), how, it, Double.NaN);
        reportTable.line(
            situation.text(),
            how,
            FigureFormat.shown(it.medianNanos()),
            it.spread(),
            FigureFormat.shown(it.medianBytes()));
      });
    }
    return reportTable;
  }

  private void add(String scenario, String how, TrialResult it, double ratio) {
    rows.add(new ReportRow(
        scenario, how, it.medianNanos(), "ns/op", Double.isFinite(ratio) ? ratio : null));
    rows.add(ReportRow.alone(scenario, how, it.medianBytes(), "B/op"));
  }

  private Map<String, TrialResult> run(Map<String, Trial> asked) {
    Map<Trial, TrialResult> measured = trials.run(asked.values());
    Map<String, TrialResult> found = new LinkedHashMap<>();
    asked.forEach((how, trial) -> {
      TrialResult it = measured.getOrDefault(trial, TrialResult.NOTHING);
      if (it.isPresent()) {
        found.put(how, it);
      }
    });
    return found;
  }
}
