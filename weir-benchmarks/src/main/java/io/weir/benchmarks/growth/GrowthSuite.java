// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.growth;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.trial.ForkedProbe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Measures whether a decision or an agent step costs more with more subjects. */
public final class GrowthSuite {
  /**
   * No garbage collection: a pause of the collector belongs to the JVM, and would hide pauses of the subject table.
   */
  private static final List<String> UNCOLLECTED =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-XX:+AlwaysPreTouch");

  private static final int[] SIZES = {10_000, 100_000, 1_000_000, 10_000_000};

  private GrowthSuite() {}

  /** Measures every size; if quick, all but the largest. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    ReportTable reportTable = new ReportTable(
        "How does the cost grow with the number of subjects?",
        "subjects",
        "ns per check",
        "ns per creation",
        "slowest creation",
        "mean step",
        "slowest step");
    List<ReportRow> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    IntStream.of(SIZES).filter(size -> !quick || size <= 1_000_000).forEach(size -> {
      progress.printf("\r%,d subjects ", size);
      Map<String, Double> figures = measure(size);
      if (figures.isEmpty()) {
        missing.add(FigureFormat.count(size) + " subjects could not be measured");
        return;
      }
      reportTable.line(
          FigureFormat.count(size),
          FigureFormat.shown(of(figures, "check")),
          FigureFormat.shown(of(figures, "create.mean")),
          micros(of(figures, "create.longest")),
          micros(of(figures, "step.mean")),
          micros(of(figures, "step.longest")));
      String scenario = "growth, " + FigureFormat.count(size) + " subjects";
      figures.forEach((name, value) -> rows.add(ReportRow.alone(scenario, name, value, "ns")));
    });
    reportTable.note(
        "CPU time, without garbage collection." + " A creation is a check of a new subject.");
    return new SuiteReport(List.of(reportTable), rows, missing, missing.isEmpty());
  }

  private static Map<String, Double> measure(int size) {
    String heap = size <= 1_000_000 ? "3g" : "10g";
    List<String> flags = new ArrayList<>(UNCOLLECTED);
    flags.addAll(List.of("-Xms" + heap, "-Xmx" + heap));
    Map<String, Double> figures = ForkedProbe.run(GrowthProbe.class, flags, String.valueOf(size));
    return figures.isEmpty()
        ? ForkedProbe.run(GrowthProbe.class, List.of("-Xmx" + heap), String.valueOf(size))
        : figures;
  }

  private static double of(Map<String, Double> figures, String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%,.0f us", nanos / 1_000);
  }
}
