// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.server.load.Question;
import io.weir.benchmarks.server.load.Schedule;
import io.weir.benchmarks.server.site.Site;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long does a caller wait at a moderate pace? */
final class Latency {
  /** Far from what either side can do with one core, and enough for a hundredth of a turn to be some hundred requests. */
  private static final int PER_SECOND = 2_000;

  private static final int IDENTIFIERS = 1_000;
  private static final double NANOS_PER_MICRO = 1_000;

  private static final Map<String, Double> SHARES = new LinkedHashMap<>();

  static {
    SHARES.put("p50", 0.5);
    SHARES.put("p99", 0.99);
  }

  private final Rhythm rhythm;
  private final Findings findings;

  Latency(Rhythm rhythm, Findings findings) {
    this.rhythm = rhythm;
    this.findings = findings;
  }

  void report(List<Site> sites) {
    Schedule schedule = new Schedule(PER_SECOND, rhythm.paceMillis());
    Question question = Question.limit(IDENTIFIERS);
    Map<String, List<long[]>> rounds = new LinkedHashMap<>();
    for (int round = 0; round < Math.max(1, rhythm.rounds() / 2); round++) {
      for (Site site : sites) {
        findings.tell("latency: round " + (round + 1) + ", " + site.label());
        rounds
            .computeIfAbsent(site.label(), label -> new ArrayList<>())
            .add(schedule.run(site, question));
      }
    }
    Table table = new Table(
        "How many microseconds does a request take at " + Figures.count(PER_SECOND)
            + " per second?",
        "server",
        "p50",
        "p99");
    rounds.forEach((label, times) ->
        table.line(label, shown(micros(times, "p50")), shown(micros(times, "p99"))));
    table.note("HTTP/1.1, 16 connections, timed from the instant when a request was due, by threads"
        + " of this run: the time to wake these threads up is included, for both servers alike.");
    findings.add(table);
    rounds.forEach((label, times) -> SHARES
        .keySet()
        .forEach(share -> findings.add(new Row(
            "latency " + share,
            label,
            micros(times, share),
            "us",
            label.equals(sites.get(0).label()) && sites.size() > 1
                ? micros(rounds.getOrDefault(sites.get(1).label(), List.of()), share)
                    / micros(times, share)
                : null))));
  }

  private static String shown(double micros) {
    return Figures.significant(micros);
  }

  private static double micros(List<long[]> rounds, String share) {
    return Figures.median(rounds.stream()
        .map(times -> Figures.percentile(times, SHARES.getOrDefault(share, 1.0)) / NANOS_PER_MICRO)
        .toList());
  }
}
