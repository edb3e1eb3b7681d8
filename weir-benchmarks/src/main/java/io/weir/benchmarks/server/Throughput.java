// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.server.load.Generator;
import io.weir.benchmarks.server.load.H2load;
import io.weir.benchmarks.server.load.Outcome;
import io.weir.benchmarks.server.load.Question;
import io.weir.benchmarks.server.load.Wrk;
import io.weir.benchmarks.server.site.Heap;
import io.weir.benchmarks.server.site.Site;
import io.weir.benchmarks.server.site.Tool;
import io.weir.benchmarks.server.site.WeirSite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How many requests does a server answer with a second of processor time, and how much does it allocate for one? */
final class Throughput {
  private static final int MANY = 10_000;

  /** Enough for clients' answers to hang in the air at the end of a turn, and no more. */
  private static final double TOLERATED = 0.001;

  /** Warming up goes on while a turn brings a tenth more than the best before; two that do not are no accident. */
  private static final double WORTHWHILE = 1.1;

  private static final int VAIN_TURNS = 2;

  /** A server is at rest when it uses a tenth of a core at most, looked at so often. */
  private static final long LOOK_MILLIS = 100;

  private static final long IDLE_MILLIS = 10;
  private static final int LOOKS = 30;

  /**
   * What is asked, and how.
   *
   * @param label for people
   * @param generator who asks
   * @param question what
   */
  private record Case(String label, Generator generator, Question question) {

    boolean isBatch() {
      return question.checks() > 1;
    }

    String unit() {
      return isBatch() ? "checks/cpu-s" : "requests/cpu-s";
    }
  }

  private final Rhythm rhythm;
  private final Findings findings;
  private final List<Case> cases = new ArrayList<>();

  /** What each side gave in each round, by case and label. */
  private final Map<Case, Map<String, List<Double>>> given = new LinkedHashMap<>();

  Throughput(Rhythm rhythm, Findings findings, Path folder) {
    this.rhythm = rhythm;
    this.findings = findings;
    Tool.WRK
        .path()
        .ifPresentOrElse(
            program -> {
              Wrk wrk = new Wrk(program, folder);
              cases.add(new Case("limit, HTTP/1.1, one identifier", wrk, Question.limit(1)));
              cases.add(new Case("limit, HTTP/1.1, 10,000 identifiers", wrk, Question.limit(MANY)));
              cases.add(new Case("multiLimit of 10, HTTP/1.1", wrk, Question.multiLimit(10)));
              cases.add(new Case("multiLimit of 100, HTTP/1.1", wrk, Question.multiLimit(100)));
            },
            () -> findings.fail(Tool.WRK.absence("nothing was measured over HTTP/1.1")));
    Tool.H2LOAD
        .path()
        .ifPresentOrElse(
            program -> cases.add(new Case(
                "limit, HTTP/2, one identifier", new H2load(program, folder), Question.limit(1))),
            () -> findings.fail(Tool.H2LOAD.absence("nothing was measured over HTTP/2")));
  }

  void report(List<Site> sites) {
    for (Case each : cases) {
      for (Site site : sites(each, sites)) {
        findings.tell(each.label() + ": warming up " + site.label());
        warm(each, site);
      }
    }
    for (int round = 0; round < rhythm.rounds(); round++) {
      for (Case each : cases) {
        List<Site> order = new ArrayList<>(sites(each, sites));
        Collections.rotate(order, round); // nobody always runs after the same one
        for (Site site : order) {
          findings.tell(each.label() + ": round " + (round + 1) + ", " + site.label());
          note(each, site, turn(each, site));
        }
      }
    }
    tell(sites);
  }

  /** nginx knows no batches. */
  private static List<Site> sites(Case each, List<Site> sites) {
    return each.isBatch() ? sites.subList(0, 1) : sites;
  }

  /** A compiler takes its time, and the processor's, the more so on a busy machine: until it brings nothing any more. */
  private void warm(Case each, Site site) {
    double best = 0;
    int vain = 0;
    for (int turn = 0; turn < rhythm.warmTurns() && vain < VAIN_TURNS; turn++) {
      double now = turn(each, site);
      vain = now > best * WORTHWHILE ? 0 : vain + 1;
      best = Math.max(best, now);
    }
  }

  /** Waits until the server has dealt with what the load before has left, and its compiler too; not for ever. */
  private void settle(Site site) {
    long before = site.usage().cpuMillis();
    for (int i = 0; i < LOOKS; i++) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      long now = site.usage().cpuMillis();
      if (now - before <= IDLE_MILLIS) {
        return;
      }
      before = now;
    }
  }

  /** Requests, or checks of batches, per second of processor time. */
  private double turn(Case each, Site site) {
    settle(site);
    long before = site.usage().cpuMillis();
    Outcome outcome = each.generator().run(site, each.question(), rhythm.turnSeconds());
    double cpuSeconds = (site.usage().cpuMillis() - before) / 1_000.0;
    if (outcome.failed() > outcome.answered() * TOLERATED) {
      throw new IllegalStateException(
          each.label() + ", " + site.label() + ": " + outcome + ", too many failed");
    }
    return outcome.answered() * each.question().checks() / cpuSeconds;
  }

  private void note(Case each, Site site, double value) {
    given
        .computeIfAbsent(each, any -> new LinkedHashMap<>())
        .computeIfAbsent(site.label(), label -> new ArrayList<>())
        .add(value);
  }

  private void tell(List<Site> sites) {
    Table table = new Table(
        "How many requests does a server answer per second of CPU time?",
        "case",
        "server",
        "requests, or checks in batches",
        "lowest and highest round",
        "of nginx");
    given.forEach((each, bySite) -> bySite.forEach((label, values) -> {
      double value = Figures.median(values);
      Double ratio = ratio(each, value, sites);
      table.line(
          each.label(),
          label,
          Figures.significant(value),
          Figures.significant(Collections.min(values)) + ".."
              + Figures.significant(Collections.max(values)),
          ratio == null || !label.equals(sites.get(0).label()) ? "" : Figures.factor(ratio));
      findings.add(new Row(
          each.label(),
          label,
          value,
          each.unit(),
          label.equals(sites.get(0).label()) ? ratio : null));
    }));
    table.note(
        "Weir: the full request, with authentication, decision and JSON. nginx: one worker, the"
            + " same POST, a fixed response of the same length. CPU time of the server's processes"
            + " only, in user and kernel mode, to a hundredth of a second.");
    findings.add(table);
  }

  private @Nullable Double ratio(Case each, double value, List<Site> sites) {
    if (sites.size() < 2 || each.isBatch()) {
      return null;
    }
    return value
        / Figures.median(
            given.getOrDefault(each, Map.of()).getOrDefault(sites.get(1).label(), List.of()));
  }

  /** On a server that is warm by now. */
  void reportAllocation(WeirSite weir) {
    Table table = new Table("How many bytes does Weir allocate per request?", "case", "bytes");
    try (Heap heap = weir.heap()) {
      for (Case each : cases) {
        findings.tell(each.label() + ": allocation");
        settle(weir);
        long before = heap.allocatedBytes();
        Outcome outcome = each.generator().run(weir, each.question(), rhythm.turnSeconds());
        double bytes = (double) (heap.allocatedBytes() - before) / outcome.answered();
        table.line(each.label(), Figures.significant(bytes));
        findings.add(Row.alone(each.label(), weir.label(), bytes, "bytes/request"));
      }
    }
    table.note(
        "Bytes that all threads of the server allocated during the run, as counted by its JVM"
            + " (ThreadMXBean, over a local JMX connection), divided by answered requests. Includes agents.");
    findings.add(table);
  }
}
