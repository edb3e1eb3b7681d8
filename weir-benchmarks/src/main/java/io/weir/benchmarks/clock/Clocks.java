// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.clock;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.trial.Measured;
import io.weir.benchmarks.trial.Pace;
import io.weir.benchmarks.trial.Trial;
import io.weir.benchmarks.trial.Trials;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What does a reading cost, and how wrong is the cheap one? */
public final class Clocks {
  private static final List<String> METHODS =
      List.of("currentTimeMillis", "nanoTime", "coarseClock");

  private Clocks() {}

  /** Measures both. */
  public static Report run(boolean quick, PrintStream progress) {
    List<Row> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Table costs = costs(new Trials(Pace.of(quick), progress, METHODS.size()), rows, missing);
    Table errors = errors(quick ? 3_000 : 20_000, rows);
    return new Report(List.of(costs, errors), rows, missing, missing.isEmpty());
  }

  private static Table costs(Trials trials, List<Row> rows, List<String> missing) {
    Table table = new Table("What does reading a clock cost?", "clock", "ns/op", "rounds");
    List<Trial> asked =
        METHODS.stream().map(method -> Trial.of(ClockBenchmark.class, method)).toList();
    Map<Trial, Measured> measured = trials.run(asked);
    double machine = measured.getOrDefault(asked.get(0), Measured.NOTHING).medianNanos();
    measured.forEach((trial, it) -> {
      if (!it.isPresent()) {
        missing.add(trial.method() + " could not be measured");
        return;
      }
      rows.add(new Row(
          "reading a clock",
          trial.method(),
          it.medianNanos(),
          "ns/op",
          machine / it.medianNanos()));
      table.line(trial.method(), Figures.shown(it.medianNanos()), it.spread());
    });
    return table;
  }

  private static Table errors(long forMillis, List<Row> rows) {
    Table table = new Table(
        "How late is the coarse clock?",
        "machine",
        "1 ms or more",
        "2 ms or more",
        "p99.9 ms",
        "maximum ms",
        "early",
        "CPU of its thread");
    int cores = Runtime.getRuntime().availableProcessors();
    add(table, rows, "idle", Lateness.idle(forMillis));
    add(table, rows, "every core busy", Lateness.underLoad(cores, forMillis));
    table.note(
        "How many whole milliseconds the clock lags behind currentTimeMillis, sampled continuously; early must be 0.");
    return table;
  }

  private static void add(Table table, List<Row> rows, String machine, Lateness seen) {
    long tail = seen.percentile(0.999);
    long longest = seen.percentile(1);
    table.line(
        machine,
        percent(seen.shareFrom(1)),
        percent(seen.shareFrom(2)),
        Figures.count(tail),
        Figures.count(longest),
        percent(1 - seen.shareFrom(0)),
        percent(seen.cpuShare()));
    String scenario = "coarse clock, " + machine;
    rows.add(Row.alone(scenario, "late by 1 ms or more", seen.shareFrom(1) * 100, "%"));
    rows.add(Row.alone(scenario, "late by 2 ms or more", seen.shareFrom(2) * 100, "%"));
    rows.add(Row.alone(scenario, "late, p99.9", (double) tail, "ms"));
    rows.add(Row.alone(scenario, "late, longest", (double) longest, "ms"));
    rows.add(Row.alone(scenario, "CPU of the ticking thread", seen.cpuShare() * 100, "%"));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", share * 100);
  }
}
