// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.server.load.H2load;
import io.weir.benchmarks.server.load.LoadGenerator;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.load.LoadResult;
import io.weir.benchmarks.server.load.Wrk;
import io.weir.benchmarks.server.site.ExternalTool;
import io.weir.benchmarks.server.site.MeasuredServer;
import io.weir.benchmarks.server.site.RemoteHeap;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Measures how many requests a server answers per second of CPU time, and how much it allocates per request. */
final class ServerThroughput {
  private static final int MANY = 10_000;

  /** The accepted share of failed requests. Covers only the requests that are unanswered at the end of a turn. */
  private static final double TOLERATED = 0.001;

  /**
   * The warm-up continues while a turn is a tenth better than the best before. Two turns without such a gain end it.
   */
  private static final double WORTHWHILE = 1.1;

  private static final int VAIN_TURNS = 2;

  /** How often CPU usage is sampled. The server is idle when it uses at most a tenth of a core. */
  private static final long LOOK_MILLIS = 100;

  private static final long IDLE_MILLIS = 10;
  private static final int LOOKS = 30;

  /**
   * One measured case.
   *
   * @param label the name in the report
   * @param generator the load generator
   * @param question the request
   */
  private record ThroughputCase(String label, LoadGenerator generator, LoadQuestion question) {

    boolean isBatch() {
      return question.checks() > 1;
    }

    String unit() {
      return isBatch() ? "checks/cpu-s" : "requests/cpu-s";
    }
  }

  private final ServerTiming serverTiming;
  private final ServerFindings serverFindings;
  private final List<ThroughputCase> cases = new ArrayList<>();

  /** The results of each server in each round, by case and label. */
  private final Map<ThroughputCase, Map<String, List<Double>>> given = new LinkedHashMap<>();

  ServerThroughput(ServerTiming serverTiming, ServerFindings serverFindings, Path folder) {
    this.serverTiming = serverTiming;
    this.serverFindings = serverFindings;
    ExternalTool.WRK
        .path()
        .ifPresentOrElse(
            program -> {
              Wrk wrk = new Wrk(program, folder);
              cases.add(new ThroughputCase(
                  "limit, HTTP/1.1, one identifier", wrk, LoadQuestion.limit(1)));
              cases.add(new ThroughputCase(
                  "limit, HTTP/1.1, 10,000 identifiers", wrk, LoadQuestion.limit(MANY)));
              cases.add(new ThroughputCase(
                  "multiLimit of 10, HTTP/1.1", wrk, LoadQuestion.multiLimit(10)));
              cases.add(new ThroughputCase(
                  "multiLimit of 100, HTTP/1.1", wrk, LoadQuestion.multiLimit(100)));
            },
            () -> serverFindings.fail(
                ExternalTool.WRK.absence("nothing was measured over HTTP/1.1")));
    ExternalTool.H2LOAD
        .path()
        .ifPresentOrElse(
            program -> cases.add(new ThroughputCase(
                "limit, HTTP/2, one identifier",
                new H2load(program, folder),
                LoadQuestion.limit(1))),
            () -> serverFindings.fail(
                ExternalTool.H2LOAD.absence("nothing was measured over HTTP/2")));
  }

  void report(List<MeasuredServer> servers) {
    for (ThroughputCase each : cases) {
      for (MeasuredServer measuredServer : servers(each, servers)) {
        serverFindings.tell(each.label() + ": warming up " + measuredServer.label());
        warm(each, measuredServer);
      }
    }
    for (int round = 0; round < serverTiming.rounds(); round++) {
      for (ThroughputCase each : cases) {
        List<MeasuredServer> order = new ArrayList<>(servers(each, servers));
        Collections.rotate(order, round); // so that no server always runs after the same one
        for (MeasuredServer measuredServer : order) {
          serverFindings.tell(
              each.label() + ": round " + (round + 1) + ", " + measuredServer.label());
          addResult(each, measuredServer, turn(each, measuredServer));
        }
      }
    }
    addThroughputTable(servers);
  }

  /** The servers that support the case: nginx has no batches. */
  private static List<MeasuredServer> servers(ThroughputCase each, List<MeasuredServer> servers) {
    return each.isBatch() ? servers.subList(0, 1) : servers;
  }

  /**
   * Warms the server up until more turns bring no gain: the compiler takes time and CPU time, and more on a busy
   * machine.
   */
  private void warm(ThroughputCase each, MeasuredServer measuredServer) {
    double best = 0;
    int turnsWithoutGain = 0;
    for (int turn = 0; turn < serverTiming.warmTurns() && turnsWithoutGain < VAIN_TURNS; turn++) {
      double now = turn(each, measuredServer);
      turnsWithoutGain = now > best * WORTHWHILE ? 0 : turnsWithoutGain + 1;
      best = Math.max(best, now);
    }
  }

  /**
   * Waits until the server has finished the work of the previous load, including compilation, but only up to a maximum
   * time.
   */
  private void settle(MeasuredServer measuredServer) {
    long before = measuredServer.usage().cpuMillis();
    for (int i = 0; i < LOOKS; i++) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      long now = measuredServer.usage().cpuMillis();
      if (now - before <= IDLE_MILLIS) {
        return;
      }
      before = now;
    }
  }

  /** Requests, or checks of batches, per second of CPU time. */
  private double turn(ThroughputCase each, MeasuredServer measuredServer) {
    settle(measuredServer);
    long before = measuredServer.usage().cpuMillis();
    LoadResult loadResult =
        each.generator().run(measuredServer, each.question(), serverTiming.turnSeconds());
    double cpuSeconds = (measuredServer.usage().cpuMillis() - before) / 1_000.0;
    if (loadResult.failed() > loadResult.answered() * TOLERATED) {
      throw new IllegalStateException(
          each.label() + ", " + measuredServer.label() + ": " + loadResult + ", too many failed");
    }
    return loadResult.answered() * each.question().checks() / cpuSeconds;
  }

  private void addResult(ThroughputCase each, MeasuredServer measuredServer, double value) {
    given
        .computeIfAbsent(each, key -> new LinkedHashMap<>())
        .computeIfAbsent(measuredServer.label(), label -> new ArrayList<>())
        .add(value);
  }

  private void addThroughputTable(List<MeasuredServer> servers) {
    ReportTable reportTable = new ReportTable(
        "How many requests does a server answer per second of CPU time?",
        "case",
        "server",
        "requests, or checks in batches",
        "lowest and highest round",
        "of nginx");
    given.forEach((each, byServer) -> byServer.forEach((label, values) -> {
      double value = FigureFormat.median(values);
      Double ratio = ratio(each, value, servers);
      reportTable.line(
          each.label(),
          label,
          FigureFormat.significant(value),
          FigureFormat.significant(Collections.min(values)) + ".."
              + FigureFormat.significant(Collections.max(values)),
          ratio == null || !label.equals(servers.get(0).label()) ? "" : FigureFormat.factor(ratio));
      serverFindings.add(new ReportRow(
          each.label(),
          label,
          value,
          each.unit(),
          label.equals(servers.get(0).label()) ? ratio : null));
    }));
    reportTable.note(
        "Weir: the full request, with authentication, decision and JSON. nginx: one worker, the"
            + " same POST, a fixed response of the same length. CPU time of the server's processes"
            + " only, in user and kernel mode, to a hundredth of a second.");
    serverFindings.add(reportTable);
  }

  private @Nullable Double ratio(ThroughputCase each, double value, List<MeasuredServer> servers) {
    if (servers.size() < 2 || each.isBatch()) {
      return null;
    }
    return value
        / FigureFormat.median(
            given.getOrDefault(each, Map.of()).getOrDefault(servers.get(1).label(), List.of()));
  }

  /** Reports the allocation of a server that is already warm. */
  void reportAllocation(WeirServerProcess weir) {
    ReportTable reportTable =
        new ReportTable("How many bytes does Weir allocate per request?", "case", "bytes");
    try (RemoteHeap remoteHeap = weir.heap()) {
      for (ThroughputCase each : cases) {
        serverFindings.tell(each.label() + ": allocation");
        settle(weir);
        long before = remoteHeap.allocatedBytes();
        LoadResult loadResult =
            each.generator().run(weir, each.question(), serverTiming.turnSeconds());
        double bytes = (double) (remoteHeap.allocatedBytes() - before) / loadResult.answered();
        reportTable.line(each.label(), FigureFormat.significant(bytes));
        serverFindings.add(ReportRow.alone(each.label(), weir.label(), bytes, "bytes/request"));
      }
    }
    reportTable.note(
        "Bytes that all threads of the server allocated during the run, as counted by its JVM"
            + " (ThreadMXBean, over a local JMX connection), divided by answered requests. Includes agents.");
    serverFindings.add(reportTable);
  }
}
