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

/** Collects the results of a run, and what could not be measured. */
public final class ServerFindings {
  private final PrintStream progress;
  private final List<ReportTable> tables = new ArrayList<>();
  private final List<ReportRow> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final long began = System.nanoTime();
  private boolean complete = true;

  /** Starts without results. */
  public ServerFindings(PrintStream progress) {
    this.progress = progress;
  }

  /** Shows the current step as progress. */
  public void tell(String text) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    progress.printf(Locale.ROOT, "\r%4d s  %-70s", seconds, text);
  }

  /** Records that something could not be measured. */
  public void miss(String text) {
    missing.add(text);
  }

  /**
   * Runs a part of the measurement. If it fails, Weir was not measured in every case, and the other parts continue.
   */
  public void attempt(String part, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      fail(part + " could not be measured: " + e);
    }
  }

  /** Records that Weir itself could not be measured. */
  public void fail(String text) {
    missing.add(text);
    complete = false;
  }

  /** Adds a table to the report. */
  public void add(ReportTable reportTable) {
    tables.add(reportTable);
  }

  /** Adds a value to the report. */
  public void add(ReportRow reportRow) {
    rows.add(reportRow);
  }

  /** The report of everything so far. */
  public SuiteReport report() {
    return new SuiteReport(tables, rows, List.copyOf(missing), complete);
  }
}
