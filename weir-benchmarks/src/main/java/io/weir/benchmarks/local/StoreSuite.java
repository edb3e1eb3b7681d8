// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.local;

import com.sun.management.OperatingSystemMXBean;
import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.origin.Origin.Publication;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Measures what counts in a file cost, in SQLite and in H2. */
public final class StoreSuite {
  private static final int ROWS = 10_000;
  private static final String WRITER = "1srnap5ogfgpv1cxsy0r58ig3o.1";

  /** Rounds whose results are discarded, because the JVM is not warm yet. */
  private static final int WARM_UP = 2;

  private static final Map<String, Function<Path, CountDatabase>> CONTENDERS = contenders();

  private StoreSuite() {}

  private static Map<String, Function<Path, CountDatabase>> contenders() {
    Map<String, Function<Path, CountDatabase>> all = new LinkedHashMap<>();
    all.put("Weir's store over SQLite", SqliteDatabase::new);
    all.put("H2 2.4.240", H2Database::new);
    return all;
  }

  /** The measured quantities, with their units. */
  private enum Figure {
    FIRST_MILLIS("first, ms"),
    FIRST_PER_SECOND("first, rows per CPU second"),
    REPEATED_MILLIS("repeated, ms"),
    REPEATED_PER_SECOND("repeated, rows per CPU second"),
    OPEN_MILLIS("open, ms"),
    FILE_KILOBYTES("file, kB");

    private final String label;

    Figure(String label) {
      this.label = label;
    }
  }

  /** Measures both databases alternately, so that a disturbance affects both. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    int rounds = WARM_UP + (quick ? 3 : 15);
    Map<String, Map<Figure, List<Double>>> found = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      progress.printf("\rround %d of %d ", round + 1, rounds);
      for (Map.Entry<String, Function<Path, CountDatabase>> each : CONTENDERS.entrySet()) {
        Map<Figure, Double> figures = measure(each.getValue());
        if (round >= WARM_UP) {
          Map<Figure, List<Double>> lists =
              found.computeIfAbsent(each.getKey(), name -> new LinkedHashMap<>());
          figures.forEach((figure, value) ->
              lists.computeIfAbsent(figure, unused -> new ArrayList<>()).add(value));
        }
      }
    }
    return report(found);
  }

  private static SuiteReport report(Map<String, Map<Figure, List<Double>>> found) {
    List<String> columns = new ArrayList<>(List.of("database"));
    Stream.of(Figure.values()).forEach(figure -> columns.add(figure.label));
    ReportTable reportTable = new ReportTable(
        "What do " + FigureFormat.count(ROWS) + " upserts of counts in a file cost?",
        columns.toArray(String[]::new));
    List<ReportRow> rows = new ArrayList<>();
    found.forEach((name, figures) -> {
      List<String> line = new ArrayList<>(List.of(name));
      figures.forEach((figure, values) -> {
        double median = FigureFormat.median(values);
        line.add(FigureFormat.significant(median));
        rows.add(ReportRow.alone("store, " + figure.label, name, median, figure.label));
      });
      reportTable.line(line.toArray(String[]::new));
    });
    reportTable.note("Medians. One transaction of " + FigureFormat.count(ROWS)
        + " rows, first into empty tables, then the same rows with larger counts.");
    reportTable.note(
        "Both keep committed data when the process is killed. CPU seconds are those of all threads of the process.");
    return new SuiteReport(List.of(reportTable), rows, List.of(), true);
  }

  private static Map<Figure, Double> measure(Function<Path, CountDatabase> opening) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    try {
      Path folder = Files.createTempDirectory("weir-bench-store");
      try {
        try (CountDatabase database = opening.apply(folder)) {
          upsert(database, 1, figures, Figure.FIRST_MILLIS, Figure.FIRST_PER_SECOND);
          upsert(database, 2, figures, Figure.REPEATED_MILLIS, Figure.REPEATED_PER_SECOND);
        }
        long start = System.nanoTime();
        opening.apply(folder).close();
        figures.put(Figure.OPEN_MILLIS, (System.nanoTime() - start) / 1e6);
        figures.put(Figure.FILE_KILOBYTES, size(folder) / 1_000.0);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return figures;
  }

  private static void upsert(
      CountDatabase database, int count, Map<Figure, Double> figures, Figure... into) {
    List<Publication> batch = batch(count);
    long cpu = cpuNanos();
    long start = System.nanoTime();
    database.upsert(batch);
    figures.put(into[0], (System.nanoTime() - start) / 1e6);
    figures.put(into[1], ROWS * 1e9 / (cpuNanos() - cpu));
  }

  private static List<Publication> batch(int count) {
    List<Publication> batch = new ArrayList<>(ROWS);
    for (int i = 0; i < ROWS; i++) {
      SubjectKey subject =
          new SubjectKey("ws_3FnXYfpvUaMX4Rlb6r6HeB", "rlns_2Q39Qj3Peyyg3zJ7", "user-" + i, 60_000);
      batch.add(new Publication(new CellKey(subject, 28_000_000), WRITER, count, 180_000));
    }
    return batch;
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("weir\\.(mv\\.)?db"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.delete(each);
    }
  }
}
