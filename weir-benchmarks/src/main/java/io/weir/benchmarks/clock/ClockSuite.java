// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.clock;

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
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures what a clock reading costs and how inaccurate the coarse clock is. */
public final class ClockSuite {
  private static final List<String> METHODS =
      List.of("currentTimeMillis", "nanoTime", "coarseClock");

  private ClockSuite() {}

  /** Measures cost and inaccuracy. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    List<ReportRow> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    ReportTable costs =
        costs(new Trials(TrialTiming.of(quick), progress, METHODS.size()), rows, missing);
    ReportTable errors = errors(quick ? 3_000 : 20_000, rows);
    return new SuiteReport(List.of(costs, errors), rows, missing, missing.isEmpty());
  }

  private static ReportTable costs(Trials trials, List<ReportRow> rows, List<String> missing) {
    ReportTable reportTable =
        new ReportTable("What does reading a clock cost?", "clock", "ns/op", "rounds");
    List<Trial> selected =
        METHODS.stream().map(method -> Trial.of(ClockBenchmark.class, method)).toList();
    Map<Trial, TrialResult> measured = trials.run(selected);
    double machine = measured.getOrDefault(selected.get(0), TrialResult.NOTHING).medianNanos();
    measured.forEach((trial, result) -> {
      if (!result.isPresent()) {
        missing.add(trial.method() + " could not be measured");
        return;
      }
      rows.add(new ReportRow(
          "reading a clock",
          trial.method(),
          result.medianNanos(),
          "ns/op",
          machine / result.medianNanos()));
      reportTable.line(trial.method(), FigureFormat.shown(result.medianNanos()), result.spread());
    });
    return reportTable;
  }

  private static ReportTable errors(long forMillis, List<ReportRow> rows) {
    ReportTable reportTable = new ReportTable(
        "How late is the coarse clock?",
        "machine",
        "1 ms or more",
        "2 ms or more",
        "p99.9 ms",
        "maximum ms",
        "early",
        "CPU of its thread");
    int cores = Runtime.getRuntime().availableProcessors();
    add(reportTable, rows, "idle", ClockLateness.idle(forMillis));
    add(reportTable, rows, "every core busy", ClockLateness.underLoad(cores, forMillis));
    reportTable.note(
        "How many whole milliseconds the clock lags behind currentTimeMillis, sampled continuously; early must be 0.");
    return reportTable;
  }

  private static void add(
      ReportTable reportTable, List<ReportRow> rows, String machine, ClockLateness lateness) {
    long tail = lateness.percentile(0.999);
    long longest = lateness.percentile(1);
    reportTable.line(
        machine,
        percent(lateness.shareFrom(1)),
        percent(lateness.shareFrom(2)),
        FigureFormat.count(tail),
        FigureFormat.count(longest),
        percent(1 - lateness.shareFrom(0)),
        percent(lateness.cpuShare()));
    String scenario = "coarse clock, " + machine;
    rows.add(ReportRow.alone(scenario, "late by 1 ms or more", lateness.shareFrom(1) * 100, "%"));
    rows.add(ReportRow.alone(scenario, "late by 2 ms or more", lateness.shareFrom(2) * 100, "%"));
    rows.add(ReportRow.alone(scenario, "late, p99.9", (double) tail, "ms"));
    rows.add(ReportRow.alone(scenario, "late, longest", (double) longest, "ms"));
    rows.add(
        ReportRow.alone(scenario, "CPU of the ticking thread", lateness.cpuShare() * 100, "%"));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", share * 100);
  }
}
