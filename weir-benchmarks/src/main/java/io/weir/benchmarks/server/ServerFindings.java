// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What a run has found so far, and what it could not find. */
public final class ServerFindings {
  private final PrintStream progress;
  private final List<ReportTable> tables = new ArrayList<>();
  private final List<ReportRow> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final long began = System.nanoTime();
  private boolean complete = true;

  /** Nothing yet. */
  public ServerFindings(PrintStream progress) {
    this.progress = progress;
  }

  /** Says what is going on. */
  public void tell(String what) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    progress.printf(Locale.ROOT, "\r%4d s  %-70s", seconds, what);
  }

  /** Something could not be measured; the rest goes on. */
  public void miss(String what) {
    missing.add(what);
  }

  /** A part of the run. If it fails, Weir was not measured in every case, and the other parts go on. */
  public void attempt(String part, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      fail(part + " could not be measured: " + e);
    }
  }

  /** Weir itself could not be measured. */
  public void fail(String what) {
    missing.add(what);
    complete = false;
  }

  /** A table of the report. */
  public void add(ReportTable reportTable) {
    tables.add(reportTable);
  }

  /** A value of the report. */
  public void add(ReportRow reportRow) {
    rows.add(reportRow);
  }

  /** Everything. */
  public SuiteReport report() {
    return new SuiteReport(tables, rows, List.copyOf(missing), complete);
  }
}
