// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What a run has found so far, and what it could not find. */
final class Findings {
  private static final long MILLION = 1_000_000;

  private final PrintStream progress;
  private final List<Table> tables = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final long began = System.nanoTime();
  private int prefixes;
  private boolean complete = true;

  Findings(PrintStream progress) {
    this.progress = progress;
  }

  /** Says what is going on. */
  void tell(String what) {
    long seconds = (System.nanoTime() - began) / (1_000 * MILLION);
    progress.printf(Locale.ROOT, "\r%4d s  %-70s", seconds, what);
  }

  /** A beginning of keys that nobody else uses, so that a Redis with other contents can be measured on as well. */
  String newPrefix() {
    return "weirbench" + Long.toString(Math.abs(began), Character.MAX_RADIX) + "x" + ++prefixes;
  }

  /** The result, or nothing and the reason among what is missing. The rest of the run goes on. */
  <T> Optional<T> attempt(Kind kind, Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (RuntimeException | LinkageError e) {
      missing.add(kind.label() + " could not be measured: " + e);
      complete &= kind != Kind.WEIR;
      return Optional.empty();
    }
  }

  /** Something that a reader of the tables must know. */
  void remark(String scenario, Kind kind, Standing standing) {
    if (standing.unseen() > 0) {
      missing.add(scenario + ": " + kind.label() + " answered " + standing.unseen()
          + " checks without Redis, which did not respond in time");
    }
  }

  void add(Table table) {
    tables.add(table);
  }

  void add(Row row) {
    rows.add(row);
  }

  /** A row per contender. */
  void add(String scenario, Ranking ranking, String unit) {
    ranking
        .values()
        .forEach((kind, value) ->
            rows.add(new Row(scenario, kind.label(), value, unit, ranking.ratio(kind))));
  }

  /** Small shares as rows in millionths: rows have three digits behind the point. */
  void addShare(String scenario, Kind kind, double share) {
    rows.add(Row.alone(scenario, kind.label(), share * MILLION, "per million"));
  }

  Report report() {
    return new Report(tables, rows, List.copyOf(missing), complete);
  }
}
