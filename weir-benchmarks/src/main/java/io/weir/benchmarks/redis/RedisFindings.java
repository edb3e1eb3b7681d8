// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Collects the results of a run, and what could not be measured. */
final class RedisFindings {
  private static final long MILLION = 1_000_000;

  private final PrintStream progress;
  private final List<ReportTable> tables = new ArrayList<>();
  private final List<ReportRow> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final long began = System.nanoTime();
  private int prefixes;
  private boolean complete = true;

  RedisFindings(PrintStream progress) {
    this.progress = progress;
  }

  /** Shows the current step as progress. */
  void tell(String text) {
    long seconds = (System.nanoTime() - began) / (1_000 * MILLION);
    progress.printf(Locale.ROOT, "\r%4d s  %-70s", seconds, text);
  }

  /** A new prefix for keys, so that a Redis with other contents can be used for the measurement. */
  String newPrefix() {
    return "weirbench" + Long.toString(Math.abs(began), Character.MAX_RADIX) + "x" + ++prefixes;
  }

  /**
   * Returns the result. After a failure, returns an empty result and records the reason; the rest of the run
   * continues.
   */
  <T> Optional<T> attempt(RedisContenderKind redisContenderKind, Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (RuntimeException | LinkageError e) {
      missing.add(redisContenderKind.label() + " could not be measured: " + e);
      complete &= redisContenderKind != RedisContenderKind.WEIR;
      return Optional.empty();
    }
  }

  /** Records a warning that readers of the tables need. */
  void remark(
      String scenario, RedisContenderKind redisContenderKind, ContenderResult contenderResult) {
    if (contenderResult.unseen() > 0) {
      missing.add(scenario + ": " + redisContenderKind.label() + " answered "
          + contenderResult.unseen() + " checks without Redis, which did not respond in time");
    }
  }

  void add(ReportTable reportTable) {
    tables.add(reportTable);
  }

  void add(ReportRow reportRow) {
    rows.add(reportRow);
  }

  /** Adds a row per contender. */
  void add(String scenario, Ranking ranking, String unit) {
    ranking
        .values()
        .forEach((redisContenderKind, value) -> rows.add(new ReportRow(
            scenario, redisContenderKind.label(), value, unit, ranking.ratio(redisContenderKind))));
  }

  /** Adds a small share as a row in millionths, because rows have only three decimals. */
  void addShare(String scenario, RedisContenderKind redisContenderKind, double share) {
    rows.add(ReportRow.alone(scenario, redisContenderKind.label(), share * MILLION, "per million"));
  }

  SuiteReport report() {
    return new SuiteReport(tables, rows, List.copyOf(missing), complete);
  }
}
