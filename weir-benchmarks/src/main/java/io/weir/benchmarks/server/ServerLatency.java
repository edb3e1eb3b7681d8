// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.site.MeasuredServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures how long a caller waits at a moderate request rate. */
final class ServerLatency {
  /**
   * Far below the maximum of either server on one core, and enough for one percent of a turn to be several hundred
   * requests.
   */
  private static final int PER_SECOND = 2_000;

  private static final int IDENTIFIERS = 1_000;
  private static final double NANOS_PER_MICRO = 1_000;

  private static final Map<String, Double> SHARES = new LinkedHashMap<>();

  static {
    SHARES.put("p50", 0.5);
    SHARES.put("p99", 0.99);
  }

  private final ServerTiming serverTiming;
  private final ServerFindings serverFindings;

  ServerLatency(ServerTiming serverTiming, ServerFindings serverFindings) {
    this.serverTiming = serverTiming;
    this.serverFindings = serverFindings;
  }

  void report(List<MeasuredServer> servers) {
    FixedRateLoad fixedRateLoad = new FixedRateLoad(PER_SECOND, serverTiming.paceMillis());
    LoadQuestion loadQuestion = LoadQuestion.limit(IDENTIFIERS);
    Map<String, List<long[]>> rounds = new LinkedHashMap<>();
    for (int round = 0; round < Math.max(1, serverTiming.rounds() / 2); round++) {
      for (MeasuredServer measuredServer : servers) {
        serverFindings.tell("latency: round " + (round + 1) + ", " + measuredServer.label());
        rounds
            .computeIfAbsent(measuredServer.label(), label -> new ArrayList<>())
            .add(fixedRateLoad.run(measuredServer, loadQuestion));
      }
    }
    ReportTable reportTable = new ReportTable(
        "How many microseconds does a request take at " + FigureFormat.count(PER_SECOND)
            + " per second?",
        "server",
        "p50",
        "p99");
    rounds.forEach((label, times) ->
        reportTable.line(label, shown(micros(times, "p50")), shown(micros(times, "p99"))));
    reportTable.note(
        "HTTP/1.1, 16 connections, timed from the instant when a request was due, by threads"
            + " of this run: the time to wake these threads up is included, for both servers alike.");
    serverFindings.add(reportTable);
    rounds.forEach((label, times) -> SHARES
        .keySet()
        .forEach(share -> serverFindings.add(new ReportRow(
            "latency " + share,
            label,
            micros(times, share),
            "us",
            label.equals(servers.get(0).label()) && servers.size() > 1
                ? micros(rounds.getOrDefault(servers.get(1).label(), List.of()), share)
                    / micros(times, share)
                : null))));
  }

  private static String shown(double micros) {
    return FigureFormat.significant(micros);
  }

  private static double micros(List<long[]> rounds, String share) {
    return FigureFormat.median(rounds.stream()
        .map(times ->
            FigureFormat.percentile(times, SHARES.getOrDefault(share, 1.0)) / NANOS_PER_MICRO)
        .toList());
  }
}
