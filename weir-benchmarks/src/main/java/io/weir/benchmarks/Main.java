// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.RowsFile;
import io.weir.benchmarks.report.SuiteReport;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command {@code ./weir bench}. */
public final class Main {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  /** Runs the suite that the arguments name and exits. */
  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  /** Runs a suite and returns the exit code. Tables go to {@code out}; progress and errors go to {@code err}. */
  static int run(PrintStream out, PrintStream err, String... args) {
    Arguments arguments;
    try {
      arguments = Arguments.parse(args);
    } catch (Arguments.Wrong e) {
      return reportUsageError(err, e.getMessage());
    }
    if (arguments.suite().isEmpty()) {
      out.print(usage());
      return OK;
    }
    Optional<Suite> suite = Suite.named(arguments.suite());
    if (suite.isEmpty()) {
      return reportUsageError(err, "unknown benchmark: " + arguments.suite());
    }
    List<String> faults = suite.get().faults(arguments);
    if (!faults.isEmpty()) {
      return reportUsageError(err, String.join("; ", faults));
    }
    return show(suite.get().run(arguments, err), arguments, out, err);
  }

  private static int reportUsageError(PrintStream err, @Nullable String message) {
    err.println("weir bench: " + message);
    err.print(usage());
    return WRONG_USAGE;
  }

  private static int show(
      SuiteReport suiteReport, Arguments arguments, PrintStream out, PrintStream err) {
    err.println();
    out.print(ReportTable.text(suiteReport.tables()));
    suiteReport.missing().forEach(problem -> err.println("problem: " + problem));
    try {
      arguments.json().ifPresent(file -> RowsFile.write(file, suiteReport.rows()));
    } catch (UncheckedIOException e) {
      err.println("weir bench: " + e.getMessage() + ": " + e.getCause());
      return FAILED;
    }
    return suiteReport.complete() ? OK : FAILED;
  }

  private static String usage() {
    StringBuilder text = new StringBuilder(
        "usage: ./weir bench NAME [--quick] [--verbose] [--json FILE]\n\nnames:\n");
    for (Suite suite : Suite.values()) {
      text.append(String.format("  %-11s %s%n", suite.label(), suite.summary()));
    }
    for (Suite suite : Suite.values()) {
      text.append(suite.help());
    }
    return text.toString();
  }
}
