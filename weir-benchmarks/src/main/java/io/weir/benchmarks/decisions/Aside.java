// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.trial.Measured;
import io.weir.benchmarks.trial.Trial;
import io.weir.benchmarks.trial.Trials;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Questions beside the main one: batches, and callers that want more than a yes or no. */
final class Aside {
  private static final List<Contender> THREE_CHECKS =
      List.of(Contender.WEIR_DEFAULT, Contender.BUCKET4J, Contender.RESILIENCE4J, Contender.GUAVA);

  private static final List<Case> BATCHES =
      List.of(new Case(1_000, "allow", 1), new Case(1_000, "refuse", 1));

  private static final List<Case> BEYOND =
      List.of(new Case(1, "allow", 1), new Case(1, "refuse", 1), new Case(1_000, "allow", 1));

  /** How many trials both questions take. */
  static final int TRIALS = BATCHES.size() * (THREE_CHECKS.size() + 1) + BEYOND.size() * 3;

  private final Trials trials;
  private final List<Row> rows;

  Aside(Trials trials, List<Row> rows) {
    this.trials = trials;
    this.rows = rows;
  }

  /** Three checks as one batch, beside three checks one by one. */
  Table batches() {
    Table table = new Table(
        "What does a batch of three cost?",
        "case",
        "how",
        "ns/op",
        "rounds",
        "B/op",
        "best peer / this");
    for (Case situation : BATCHES) {
      Map<String, Trial> asked = new LinkedHashMap<>();
      asked.put("Weir, batch", Contender.WEIR_DEFAULT.in(situation, "batchOfThree"));
      THREE_CHECKS.forEach(contender ->
          asked.put(contender.label() + ", one by one", contender.in(situation, "threeChecks")));
      Map<String, Measured> measured = run(asked);
      double best = measured.entrySet().stream()
          .filter(each -> !each.getKey().startsWith("Weir"))
          .mapToDouble(each -> each.getValue().medianNanos())
          .filter(Double::isFinite)
          .min()
          .orElse(Double.NaN);
      measured.forEach((how, it) -> {
        double ratio = best / it.medianNanos();
        add("batch of 3, " + situation.text(), how, it, ratio);
        table.line(
            situation.text(),
            how,
            Figures.shown(it.medianNanos()),
            it.spread(),
            Figures.shown(it.medianBytes()),
            Figures.factor(ratio));
      });
    }
    table.note("A batch is all or nothing; three separate checks are not.");
    return table;
  }

  /** What it costs when the compiler can't remove the decision, and when the window before this one weighs in. */
  Table beyondAllowed() {
    Table table = new Table(
        "What does it cost to use more than allowed()?", "case", "how", "ns/op", "rounds", "B/op");
    for (Case situation : BEYOND) {
      Map<String, Trial> asked = new LinkedHashMap<>();
      asked.put("asks allowed()", Contender.WEIR_DEFAULT.in(situation));
      asked.put("keeps the decision", Contender.WEIR_DEFAULT.in(situation, "checkAndHandOn"));
      asked.put(
          "asks allowed(), two windows", Contender.WEIR_DEFAULT.in(situation).with("windows", "2"));
      run(asked).forEach((how, it) -> {
        add("Weir alone, " + situation.text(), how, it, Double.NaN);
        table.line(
            situation.text(),
            how,
            Figures.shown(it.medianNanos()),
            it.spread(),
            Figures.shown(it.medianBytes()));
      });
    }
    return table;
  }

  private void add(String scenario, String how, Measured it, double ratio) {
    rows.add(
        new Row(scenario, how, it.medianNanos(), "ns/op", Double.isFinite(ratio) ? ratio : null));
    rows.add(Row.alone(scenario, how, it.medianBytes(), "B/op"));
  }

  private Map<String, Measured> run(Map<String, Trial> asked) {
    Map<Trial, Measured> measured = trials.run(asked.values());
    Map<String, Measured> found = new LinkedHashMap<>();
    asked.forEach((how, trial) -> {
      Measured it = measured.getOrDefault(trial, Measured.NOTHING);
      if (it.isPresent()) {
        found.put(how, it);
      }
    });
    return found;
  }
}
