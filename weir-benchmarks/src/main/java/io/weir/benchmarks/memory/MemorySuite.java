// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.trial.ForkedProbe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jol.info.ClassLayout;

/** Measures how many bytes a subject takes, besides the caller's string. */
public final class MemorySuite {
  /** The serial collector reports usage to the byte; the JOL flag makes fields of records accessible. */
  private static final List<String> FLAGS = List.of(
      "-XX:+UseSerialGC",
      "-Xmx2g",
      "-Djol.magicFieldOffset=true",
      "-Djol.skipHotspotSAAttach=true");

  private static final int KEYS = 100_000;

  private MemorySuite() {}

  /** Measures every kind of storage. */
  public static SuiteReport run(boolean verbose, PrintStream progress) {
    Map<LimitStorage, Map<String, Double>> measured = measure(progress);
    ReportTable reportTable = new ReportTable(
        "How many bytes does a subject take, besides the caller's string?",
        "holding",
        "bytes (JOL)",
        "bytes (heap)",
        "best peer / this");
    List<ReportRow> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    double best = bestPeer(measured);
    measured.forEach((limitStorage, figures) -> {
      if (!figures.containsKey("jol")) {
        missing.add("JOL could not walk " + limitStorage.label());
      }
      double bytes = bytes(figures);
      if (!Double.isFinite(bytes)) {
        missing.add(limitStorage.label() + " could not be measured");
        return;
      }
      rows.add(new ReportRow("memory per subject", limitStorage.label(), bytes, "B", best / bytes));
      reportTable.line(
          limitStorage.label(),
          FigureFormat.shown(figures.getOrDefault("jol", Double.NaN)),
          FigureFormat.shown(figures.getOrDefault("heap", Double.NaN)),
          FigureFormat.factor(best / bytes));
    });
    reportTable.note("Each with its entry and its share of the map, " + FigureFormat.count(KEYS)
        + " keys." + " Goal: at most 256 bytes, and below Bucket4j.");
    if (verbose) {
      layouts(progress, missing);
    }
    boolean complete =
        missing.stream().noneMatch(problem -> problem.startsWith(LimitStorage.WEIR.label()));
    return new SuiteReport(List.of(reportTable), rows, missing, complete);
  }

  private static Map<LimitStorage, Map<String, Double>> measure(PrintStream progress) {
    Map<LimitStorage, Map<String, Double>> measured = new EnumMap<>(LimitStorage.class);
    for (LimitStorage limitStorage : LimitStorage.values()) {
      progress.printf("\r%-40s", limitStorage.label());
      measured.put(
          limitStorage,
          ForkedProbe.run(HeapProbe.class, FLAGS, limitStorage.name(), String.valueOf(KEYS)));
    }
    return measured;
  }

  private static double bestPeer(Map<LimitStorage, Map<String, Double>> measured) {
    return measured.entrySet().stream()
        .filter(entry -> !entry.getKey().isWeir() && !entry.getValue().isEmpty())
        .mapToDouble(entry -> bytes(entry.getValue()))
        .min()
        .orElse(Double.NaN);
  }

  private static double bytes(Map<String, Double> figures) {
    double heap = figures.getOrDefault("heap", Double.NaN);
    return figures.getOrDefault("jol", heap);
  }

  private static void layouts(PrintStream out, List<String> missing) {
    out.println();
    for (String name : List.of("io.weir.cell.Subject", "io.weir.cell.Cell", "io.weir.Decision")) {
      try {
        out.println(ClassLayout.parseClass(Class.forName(name)).toPrintable());
      } catch (ClassNotFoundException | RuntimeException e) {
        missing.add("the layout of " + name + ": " + e.getMessage());
      }
    }
  }
}
