// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.site.ProcessUsage;
import io.weir.benchmarks.server.site.ThreadTimes;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures how much of a single server's CPU time goes into its embedded database. */
public final class LocalStoreSuite {
  private static final int IDENTIFIERS = 10_000;
  private static final int PER_SECOND = 5_000;

  /** The compiler needs this long on two cores that also generate the load. */
  private static final long WARM_MILLIS = 40_000;

  private static final long FULL_MILLIS = 30_000;
  private static final long QUICK_MILLIS = 10_000;

  private static final String COMPILER = "compiler";

  /** The work of threads by the prefix of their names. The first match applies. */
  private static final Map<String, List<String>> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("requests", List.of("vert.x-"));
    PARTS.put(
        "store",
        List.of(
            "weir-ledger",
            "weir-directory",
            "weir-store",
            "weir-local",
            "weir-sqlite",
            "H2 ",
            "MVStore"));
    PARTS.put("choosing what to store", List.of("weir-agents"));
    PARTS.put("garbage collection", List.of("GC ", "G1 ", "VM Thread"));
    PARTS.put(COMPILER, List.of("C1 ", "C2 ", "Sweeper"));
    PARTS.put("rest", List.of(""));
  }

  private LocalStoreSuite() {}

  /** Runs the measurement. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    ServerFindings serverFindings = new ServerFindings(progress);
    if (!ProcessUsage.isKnown()) {
      serverFindings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (WeirServerProcess.built().isEmpty()) {
      serverFindings.fail(
          "the server is not built, or this was not started by ./weir bench local-store");
    } else {
      long millis = quick ? QUICK_MILLIS : FULL_MILLIS;
      WeirServerProcess.built()
          .ifPresent(target ->
              serverFindings.attempt("local-store", () -> measure(target, millis, serverFindings)));
    }
    return serverFindings.report();
  }

  private static void measure(Path target, long millis, ServerFindings serverFindings) {
    LoadQuestion loadQuestion = LoadQuestion.hourly(IDENTIFIERS);
    try (WorkFolders workFolders = WorkFolders.open();
        WeirServerProcess weir = WeirServerProcess.first(target, workFolders.folder())) {
      serverFindings.tell("warming up");
      long[] unused = new FixedRateLoad(PER_SECOND, WARM_MILLIS).run(weir, loadQuestion);
      serverFindings.tell("measuring for " + millis / 1_000 + " s");
      ThreadTimes before = weir.threadTimes();
      long whole = weir.usage().cpuMillis();
      long[] times = new FixedRateLoad(PER_SECOND, millis).run(weir, loadQuestion);
      whole = weir.usage().cpuMillis() - whole;
      report(weir.threadTimes().since(before), whole, times, serverFindings);
    }
  }

  private static void report(
      ThreadTimes used, long whole, long[] times, ServerFindings serverFindings) {
    Map<String, Long> parts = parts(used, whole);
    ReportTable reportTable = new ReportTable(
        "Where does the CPU time of a single server go, at " + FigureFormat.count(PER_SECOND)
            + " checks per second of " + FigureFormat.count(IDENTIFIERS)
            + " identifiers with windows of an hour?",
        "part",
        "ms",
        "share",
        "without the compiler");
    long steady = whole - parts.getOrDefault(COMPILER, 0L);
    parts.forEach((part, millis) -> {
      reportTable.line(
          part,
          Long.toString(millis),
          percent(millis, whole),
          part.equals(COMPILER) ? "" : percent(millis, steady));
      serverFindings.add(ReportRow.alone("processor time", part, (double) millis, "ms"));
    });
    reportTable.line("all", Long.toString(whole), percent(whole, whole), percent(steady, steady));
    serverFindings.add(ReportRow.alone("processor time", "all", (double) whole, "ms"));
    reportTable.note(
        "A check took " + FigureFormat.significant(FigureFormat.percentile(times, 0.5) / 1e3)
            + " us at the median and "
            + FigureFormat.significant(FigureFormat.percentile(times, 0.99) / 1e3)
            + " us at the 99th percentile, measured from when it was due.");
    reportTable.note("Threads, in ms: "
        + used.millis().entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(each -> each.getKey() + " " + each.getValue())
            .toList());
    serverFindings.add(reportTable);
  }

  /** The CPU time of each part. Threads that have ended are not listed, so their time belongs to the rest. */
  private static Map<String, Long> parts(ThreadTimes used, long whole) {
    Map<String, Long> parts = new LinkedHashMap<>();
    PARTS.keySet().forEach(part -> parts.put(part, 0L));
    used.millis().forEach((name, millis) -> parts.merge(part(name), millis, Long::sum));
    long listed = parts.values().stream().mapToLong(Long::longValue).sum();
    parts.merge("rest", Math.max(0, whole - listed), Long::sum);
    return parts;
  }

  private static String part(String thread) {
    return PARTS.entrySet().stream()
        .filter(part -> part.getValue().stream().anyMatch(thread::startsWith))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("rest");
  }

  private static String percent(long millis, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * millis / whole);
  }
}
