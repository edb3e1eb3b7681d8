// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.testkit.servers.local.FolderTree;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tests which embedded databases keep every confirmed commit when their process is killed. */
public final class StoreCrashes {
  /**
   * H2 reuses space after 45 seconds, so a run of a few minutes covers old files. {@code weir.crash.minutes} overrides
   * it.
   */
  private static final Duration USUAL = Duration.ofMinutes(5);

  private static final Duration SHORT = Duration.ofSeconds(10);

  /** A busy store and a mostly idle one: they reuse space in different ways. */
  private static final List<Long> PAUSES = List.of(5L, 500L);

  private StoreCrashes() {}

  /** Tests all databases in parallel. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    Integer minutes = Integer.getInteger("weir.crash.minutes");
    Duration length = minutes != null ? Duration.ofMinutes(minutes) : quick ? SHORT : USUAL;
    long seed = Long.getLong("weir.crash.seed", 1);
    progress.println("crash: " + length + ", seed " + seed);
    try {
      return report(results(length, seed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<CrashTrial, CrashTally> results(Duration length, long seed)
      throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("weir-bench-crash");
    List<CrashTrial> trials = trials(root);
    ExecutorService threads = Executors.newFixedThreadPool(trials.size());
    try {
      Map<CrashTrial, Future<CrashTally>> running = new LinkedHashMap<>();
      for (CrashTrial trial : trials) {
        long own = seed + running.size();
        running.put(trial, threads.submit(() -> trial.run(length, own)));
      }
      Map<CrashTrial, CrashTally> results = new LinkedHashMap<>();
      for (Map.Entry<CrashTrial, Future<CrashTally>> each : running.entrySet()) {
        results.put(each.getKey(), each.getValue().get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a trial failed", e.getCause());
    } finally {
      threads.shutdownNow();
      new FolderTree(root).delete();
    }
  }

  private static List<CrashTrial> trials(Path root) throws IOException {
    List<CrashTrial> trials = new ArrayList<>();
    for (CrashTestDatabase database : CrashTestDatabase.ALL) {
      Path driver = DriverJar.of(database.artifact());
      for (long pause : PAUSES) {
        Path folder = Files.createTempDirectory(root, "trial");
        trials.add(new CrashTrial(database, driver, folder, pause));
      }
    }
    return trials;
  }

  private static SuiteReport report(Map<CrashTrial, CrashTally> results) {
    ReportTable reportTable = new ReportTable(
        "Does a copy of the files of a frozen or killed writer have every confirmed row?",
        "database",
        "ms between commits",
        "commits",
        "copies",
        "of which killed",
        "incomplete",
        "rows missing",
        "most at once",
        "first at age (s)",
        "unreadable");
    List<ReportRow> rows = new ArrayList<>();
    results.forEach((trial, tally) -> {
      String label = trial.database().label();
      String pause = ", a commit per " + trial.pauseMillis() + " ms";
      reportTable.line(tally.cells(label, trial.pauseMillis()));
      rows.add(ReportRow.alone("copies" + pause, label, (double) tally.copies(), "copies"));
      rows.add(ReportRow.alone("missing" + pause, label, (double) tally.missing(), "rows"));
      rows.add(ReportRow.alone("unreadable" + pause, label, (double) tally.unreadable(), "copies"));
      if (!tally.reason().isEmpty()) {
        reportTable.note(label + " could not open a copy: " + tally.reason());
      }
    });
    reportTable.note(
        "A frozen process leaves the same files as a killed one. Neither shows the effect of a power loss: the operating"
            + " system still has what was written but not synced.");
    return new SuiteReport(List.of(reportTable), rows, List.of(), true);
  }
}
