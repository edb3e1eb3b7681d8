// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.Reasons;
import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Tally;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.simulator.run.ComparedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Compares the push policies. */
final class Comparison {
  private final List<Outcome> outcomes;
  private final List<ReportRow> rows = new ArrayList<>();

  Comparison(List<Outcome> outcomes) {
    this.outcomes = outcomes;
    row("rows written", "rows/s", Outcome::rowsWritten);
    row("rows read", "rows/s", Outcome::rowsRead);
    row("calls", "calls/s", Outcome::calls);
    row("propagation p50", "ms", outcome -> outcome.run().delays().p50());
    row("propagation p99", "ms", outcome -> outcome.run().delays().p99());
    row("propagation worst", "ms", outcome -> outcome.run().delays().worst());
    row("never known", "%", outcome -> 100 * outcome.unknownShare());
    row("admitted, worst", "limits", Outcome::worstAdmitted);
  }

  private void row(String quantity, String unit, ToDoubleFunction<Outcome> figure) {
    for (Outcome outcome : outcomes) {
      double value = figure.applyAsDouble(outcome);
      double best = otherPolicies(outcome).stream().mapToDouble(figure).min().orElse(Double.NaN);
      rows.add(new ReportRow(
          "ledger, " + outcome.scale().label() + ", " + quantity,
          outcome.label(),
          value,
          unit,
          best / value));
    }
  }

  private List<Outcome> otherPolicies(Outcome outcome) {
    return outcomes.stream()
        .filter(
            other -> other.scale().equals(outcome.scale()) && other.policy() != outcome.policy())
        .toList();
  }

  List<ReportRow> rows() {
    return rows;
  }

  List<ReportTable> tables() {
    return List.of(cost(), speed(), reasons());
  }

  private ReportTable cost() {
    ReportTable reportTable = new ReportTable(
        "What does convergence cost the ledger, per second for the whole fleet?",
        "case",
        "policy",
        "rows written",
        "rows read",
        "pushes",
        "pulls",
        "calls",
        "push ms p50, p99",
        "pull ms p50, p99",
        "rows touched in the database",
        "kB sent");
    for (Outcome outcome : outcomes) {
      reportTable.line(
          outcome.scale().label(),
          outcome.label(),
          FigureFormat.significant(outcome.rowsWritten()),
          FigureFormat.significant(outcome.rowsRead()),
          FigureFormat.significant(outcome.calls(Tally.Call.PUSH)),
          FigureFormat.significant(outcome.calls(Tally.Call.PULL)),
          FigureFormat.significant(outcome.calls()),
          millis(outcome, Tally.Call.PUSH),
          millis(outcome, Tally.Call.PULL),
          work(outcome, Store.Work::rows),
          work(outcome, work -> work.bytes() / 1e3));
    }
    outcomes.forEach(outcome -> costGoals(reportTable, outcome));
    reportTable.note(
        "Where no rows touched are shown, the ledger was in memory. Calls are pushes, pulls and heartbeats;"
            + " a heartbeat is two statements. Milliseconds are real time, in the database on this machine;"
            + " everything else is in virtual time and does not depend on the machine.");
    return reportTable;
  }

  private void costGoals(ReportTable reportTable, Outcome outcome) {
    rfcAtSameScale(outcome).ifPresent(rfc -> {
      double read = outcome.rowsRead() / rfc.rowsRead();
      double written = outcome.rowsWritten() / rfc.rowsWritten();
      reportTable.note(String.format(
          Locale.ROOT,
          "Goal, %s: rows read at most 1/5 of rfc's: %.2f of them, %s; rows written at most rfc's: %.2f of them, %s.",
          outcome.scale().label(),
          read,
          verdict(read <= 0.2),
          written,
          verdict(written <= 1)));
    });
  }

  private Optional<Outcome> rfcAtSameScale(Outcome outcome) {
    return outcome.policy() != ComparedPolicy.WEIR
        ? Optional.empty()
        : otherPolicies(outcome).stream()
            .filter(other -> other.policy() == ComparedPolicy.RFC)
            .findAny();
  }

  private static String verdict(boolean reached) {
    return reached ? "reached" : "missed";
  }

  private static String millis(Outcome outcome, Tally.Call call) {
    return FigureFormat.significant(outcome.tally().millis(call, 0.5)) + ", "
        + FigureFormat.significant(outcome.tally().millis(call, 0.99));
  }

  private static String work(Outcome outcome, ToDoubleFunction<Store.Work> figure) {
    return outcome
        .work()
        .map(work -> FigureFormat.significant(outcome.perSecond(figure.applyAsDouble(work))))
        .orElse("-");
  }

  private ReportTable speed() {
    ReportTable reportTable = new ReportTable(
        "How fast do counts reach other regions?",
        "case",
        "policy",
        "p50 s",
        "p99 s",
        "worst s",
        "in the first push",
        "never known",
        "admitted, worst",
        "p99 of windows");
    for (Outcome outcome : outcomes) {
      reportTable.line(
          outcome.scale().label(),
          outcome.label(),
          seconds(outcome.run().delays().p50()),
          seconds(outcome.run().delays().p99()),
          seconds(outcome.run().delays().worst()),
          percent(outcome.hiddenShare()),
          percent(outcome.unknownShare()),
          FigureFormat.factor(outcome.worstAdmitted()),
          FigureFormat.factor(1 + outcome.run().excess().p99()));
    }
    speedNotes(reportTable);
    return reportTable;
  }

  private void speedNotes(ReportTable reportTable) {
    for (Outcome outcome : outcomes) {
      if (outcome.policy() == ComparedPolicy.WEIR) {
        reportTable.note(String.format(
            Locale.ROOT,
            "Goal, %s: p99 below 2 s: %.2f s, %s.",
            outcome.scale().label(),
            outcome.p99Seconds(),
            verdict(outcome.p99Seconds() < 2)));
      }
    }
    reportTable.note(
        "The delay from the admission of a unit, after its region first pushed the window, until a process of another region"
            + " that decides on the subject knows it, for each of these processes. Units admitted before the first push, and"
            + " units that were never known, have no delay; they are shown as shares of all units.");
    reportTable.note(
        "Admitted: the most that the sliding window of any subject held, all regions together, in limits. Delays and admissions"
            + " are those of the whole run, everything else of the part after the warm-up.");
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, "%.2f", millis / 1_000);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private ReportTable reasons() {
    List<String> columns = new ArrayList<>(List.of("rows per second"));
    outcomes.forEach(outcome ->
        columns.add(outcome.label() + ", " + FigureFormat.count(outcome.scale().subjects())));
    ReportTable reportTable =
        new ReportTable("Which rows are these?", columns.toArray(new String[0]));
    for (Reasons.Reason reason : Reasons.Reason.values()) {
      reportTable.line(line(
          "written: " + reason.label(),
          outcome -> outcome.tally().reasons().getOrDefault(reason, 0L)));
    }
    reportTable.line(
        line("read: changed lately", outcome -> outcome.tally().rowsRead(Tally.Reach.CHANGES)));
    reportTable.line(line(
        "read: changed within half a minute",
        outcome -> outcome.tally().rowsRead(Tally.Reach.HALF_A_MINUTE)));
    reportTable.line(
        line("read: everything", outcome -> outcome.tally().rowsRead(Tally.Reach.EVERYTHING)));
    return reportTable;
  }

  private String[] line(String label, ToDoubleFunction<Outcome> figure) {
    List<String> cells = new ArrayList<>(List.of(label));
    outcomes.forEach(outcome ->
        cells.add(FigureFormat.significant(outcome.perSecond(figure.applyAsDouble(outcome)))));
    return cells.toArray(new String[0]);
  }
}
