// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.server.load.Question;
import io.weir.benchmarks.server.load.Schedule;
import io.weir.benchmarks.server.site.ThreadTimes;
import io.weir.benchmarks.server.site.Usage;
import io.weir.benchmarks.server.site.WeirSite;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How much of a lone server's processor time goes into its embedded database? */
public final class LocalStore {
  private static final int IDENTIFIERS = 10_000;
  private static final int PER_SECOND = 5_000;

  /** The compiler takes this long on two cores that have to send the load too. */
  private static final long WARM_MILLIS = 40_000;

  private static final long FULL_MILLIS = 30_000;
  private static final long QUICK_MILLIS = 10_000;

  private static final String COMPILER = "compiler";

  /** What threads do, by what their names begin with. The first that fits counts. */
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

  private LocalStore() {}

  /** Measures it. */
  public static Report run(boolean quick, PrintStream progress) {
    Findings findings = new Findings(progress);
    if (!Usage.isKnown()) {
      findings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (WeirSite.built().isEmpty()) {
      findings.fail("the server is not built, or this was not started by ./weir bench local-store");
    } else {
      long millis = quick ? QUICK_MILLIS : FULL_MILLIS;
      WeirSite.built()
          .ifPresent(
              target -> findings.attempt("local-store", () -> measure(target, millis, findings)));
    }
    return findings.report();
  }

  private static void measure(Path target, long millis, Findings findings) {
    Question question = Question.hourly(IDENTIFIERS);
    try (Workshop workshop = Workshop.open();
        WeirSite weir = WeirSite.first(target, workshop.folder())) {
      findings.tell("warming up");
      long[] unused = new Schedule(PER_SECOND, WARM_MILLIS).run(weir, question);
      findings.tell("measuring for " + millis / 1_000 + " s");
      ThreadTimes before = weir.threadTimes();
      long whole = weir.usage().cpuMillis();
      long[] times = new Schedule(PER_SECOND, millis).run(weir, question);
      whole = weir.usage().cpuMillis() - whole;
      report(weir.threadTimes().since(before), whole, times, findings);
    }
  }

  private static void report(ThreadTimes used, long whole, long[] times, Findings findings) {
    Map<String, Long> parts = parts(used, whole);
    Table table = new Table(
        "Where does the CPU time of a single server go, at " + Figures.count(PER_SECOND)
            + " checks per second of " + Figures.count(IDENTIFIERS)
            + " identifiers with windows of an hour?",
        "part",
        "ms",
        "share",
        "without the compiler");
    long steady = whole - parts.getOrDefault(COMPILER, 0L);
    parts.forEach((part, millis) -> {
      table.line(
          part,
          Long.toString(millis),
          percent(millis, whole),
          part.equals(COMPILER) ? "" : percent(millis, steady));
      findings.add(Row.alone("processor time", part, (double) millis, "ms"));
    });
    table.line("all", Long.toString(whole), percent(whole, whole), percent(steady, steady));
    findings.add(Row.alone("processor time", "all", (double) whole, "ms"));
    table.note("A check took " + Figures.significant(Figures.percentile(times, 0.5) / 1e3)
        + " us at the median and " + Figures.significant(Figures.percentile(times, 0.99) / 1e3)
        + " us at the 99th percentile, measured from when it was due.");
    table.note("Threads, in ms: "
        + used.millis().entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(each -> each.getKey() + " " + each.getValue())
            .toList());
    findings.add(table);
  }

  /** Threads that ended meanwhile are in no list: they are part of the rest. */
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
