// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.RequestTemplate;
import io.weir.benchmarks.server.site.MeasuredServer;
import io.weir.benchmarks.server.site.ProcessUsage;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** A client with its own workspace and a steady request rate that knows the expected answer to every request. */
public final class HonestClient implements AutoCloseable {
  /**
   * Checks and looks per second. A small load for the server, and enough for the slowest percent of a phase to be
   * several requests.
   */
  public static final int PER_SECOND = 200;

  /** The number of connections for checks and looks. */
  public static final int CONNECTIONS = 8;

  private static final int CHANGES_PER_SECOND = 1;

  private final MeasuredServer measuredServer;
  private final List<HonestConnection> connections = new ArrayList<>();
  private final OverrideChanges changes;

  /** Creates a client with the server's own key. Does not connect yet. */
  public HonestClient(MeasuredServer measuredServer) {
    this.measuredServer = measuredServer;
    RequestTemplate limit =
        new RequestTemplate(measuredServer.port(), "/v2/ratelimit.limit", measuredServer.key());
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(new HonestConnection(limit, "honest-" + i));
    }
    changes = new OverrideChanges(new RequestTemplate(
        measuredServer.port(), "/v2/ratelimit.setOverride", measuredServer.key()));
  }

  /** Sends requests for {@code millis} milliseconds. */
  public Phase run(long millis) {
    connections.forEach(each -> each.begin(millis));
    changes.begin();
    ProcessUsage server = measuredServer.usage();
    ProcessUsage all = ProcessUsage.of(ProcessHandle.current());
    long began = System.nanoTime();
    CompletableFuture<List<long[]>> changeLoad = CompletableFuture.supplyAsync(
        () -> new FixedRateLoad(CHANGES_PER_SECOND, millis).run(List.of(changes)));
    long[] times = joined(new FixedRateLoad(PER_SECOND, millis).run(connections));
    long[] changeTimes = joined(changeLoad.join());
    double elapsedMillis = (System.nanoTime() - began) / 1e6;
    double serverMillis = cpuMillis(measuredServer) - server.cpuMillis();
    double allMillis = ProcessUsage.of(ProcessHandle.current()).cpuMillis() - all.cpuMillis();
    return new Phase(
        Phase.Times.of(times, changeTimes),
        failures().plus(changes.failures()),
        faults(),
        new Phase.PhaseCost(
            serverMillis / elapsedMillis, (allMillis - serverMillis) / elapsedMillis));
  }

  /** The CPU time of the server; NaN if it has ended. */
  private static double cpuMillis(MeasuredServer measuredServer) {
    try {
      return measuredServer.usage().cpuMillis();
    } catch (UncheckedIOException e) {
      return Double.NaN;
    }
  }

  private static long[] joined(List<long[]> parts) {
    return parts.stream().flatMapToLong(LongStream::of).toArray();
  }

  private Failures failures() {
    return Failures.sum(connections.stream().map(HonestConnection::failures));
  }

  private List<String> faults() {
    return connections.stream().flatMap(each -> each.faults().stream()).toList();
  }

  /**
   * What remains of the client's counts.
   *
   * @param checked how many used-up identifiers were checked again
   * @param failures of these checks
   * @param lost the checks that were not refused
   */
  public record Survival(int checked, Failures failures, List<String> lost) {}

  /** Checks every used-up identifier once more: all checks must be refused. */
  public Survival checkUsedUp() {
    int checked = connections.stream().mapToInt(HonestConnection::checkUsedUp).sum();
    return new Survival(checked, failures(), faults());
  }

  @Override
  public void close() {
    connections.forEach(HonestConnection::close);
  }
}
