// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.trial.Fork;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jol.info.ClassLayout;

/** How many bytes does a subject take, besides the caller's string? */
public final class Memory {
  /** Serial collection counts to the byte; the other flag lets the walk look into records. */
  private static final List<String> FLAGS = List.of(
      "-XX:+UseSerialGC",
      "-Xmx2g",
      "-Djol.magicFieldOffset=true",
      "-Djol.skipHotspotSAAttach=true");

  private static final int KEYS = 100_000;

  private Memory() {}

  /** Measures every holding. */
  public static Report run(boolean verbose, PrintStream progress) {
    Map<Holding, Map<String, Double>> measured = new EnumMap<>(Holding.class);
    for (Holding holding : Holding.values()) {
      progress.printf("\r%-40s", holding.label());
      measured.put(holding, Fork.run(HeapProbe.class, FLAGS, holding.name(), String.valueOf(KEYS)));
    }
    Table table = new Table(
        "How many bytes does a subject take, besides the caller's string?",
        "holding",
        "bytes (JOL)",
        "bytes (heap)",
        "best peer / this");
    List<Row> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    double best = bestPeer(measured);
    measured.forEach((holding, figures) -> {
      if (!figures.containsKey("jol")) {
        missing.add("JOL could not walk " + holding.label());
      }
      double bytes = bytes(figures);
      if (!Double.isFinite(bytes)) {
        missing.add(holding.label() + " could not be measured");
        return;
      }
      rows.add(new Row("memory per subject", holding.label(), bytes, "B", best / bytes));
      table.line(
          holding.label(),
          Figures.shown(figures.getOrDefault("jol", Double.NaN)),
          Figures.shown(figures.getOrDefault("heap", Double.NaN)),
          Figures.factor(best / bytes));
    });
    table.note("Each with its entry and its share of the map, " + Figures.count(KEYS) + " keys."
        + " Goal: at most 256 bytes, and below Bucket4j.");
    if (verbose) {
      layouts(progress, missing);
    }
    boolean complete = missing.stream().noneMatch(what -> what.startsWith(Holding.WEIR.label()));
    return new Report(List.of(table), rows, missing, complete);
  }

  private static double bestPeer(Map<Holding, Map<String, Double>> measured) {
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
