// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.fleet.rig.Servers;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two servers of one region, then five, and a hundred callers at each of them. More runs per case, each with an
 * identifier of its own: {@code -Dweir.accuracy.runs=100}.
 */
@Tag("slow")
@Tag("alone")
@DisplayName("Servers of one region, with a limit that hundreds of callers run into at once")
final class AccuracyTest {
  private static final int RUNS = Integer.getInteger("weir.accuracy.runs", 4);
  private static final List<Long> COSTS = List.of(1L, 5L, 20L);

  /** Until the servers have heard of each other, and the first checks of an identifier are some seconds old. */
  private static final long SETTLE_MILLIS = 3_000;

  private record Case(int servers, Rush.Kind kind, long cost, boolean warm) {
    /** One check per server may have been under way when the limit was reached. */
    long bound() {
      return Rush.LIMIT + servers * cost;
    }

    String identifier(int run) {
      return servers + "-" + kind + "-" + cost + "-" + warm + "-" + run;
    }

    String text(List<Long> admitted) {
      return String.format(
          Locale.ROOT,
          "%d servers, %-15s cost %2d, %s: admitted %d to %d, at most %d allowed",
          servers,
          kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ",",
          cost,
          warm ? "warm" : "cold",
          admitted.stream().mapToLong(Long::longValue).min().orElse(0),
          admitted.stream().mapToLong(Long::longValue).max().orElse(0),
          bound());
    }
  }

  /** Units beyond the bound that a server admits which the system stopped between its read and its decision. A tenth of the limit. */
  private static final long SCHEDULING = 10;

  /** Bursts in which no decision was degraded, and all bursts. */
  private int counted;

  private int bursts;

  private final List<String> table = new ArrayList<>();
  private final List<String> exceeded = new ArrayList<>();

  @Test
  @DisplayName(
      "admit hardly more than one check per server beyond it, whatever its cost, alone or in batches")
  void admitOneCheckTooMuchEach() {
    try (RedisServer redis = Needs.ownRedis();
        Servers servers = new Servers()) {
      servers.start(2, "eu", redis);
      rush(servers.running());
      servers.start(3, "eu", redis);
      rush(servers.running());
    }
    MeasurementLog.add(String.join("\n", table));

    MeasurementLog.add(counted + " of " + bursts + " bursts without a degraded decision");
    assertThat(exceeded).isEmpty();
    assertThat(counted).as("the machine is too busy to measure").isGreaterThan(bursts / 4);
  }

  private void rush(List<ServerProcess> servers) {
    List<Case> cases = Stream.of(Rush.Kind.values())
        .flatMap(kind -> COSTS.stream()
            .flatMap(cost ->
                Stream.of(false, true).map(warm -> new Case(servers.size(), kind, cost, warm))))
        .toList();
    try (Rush rush = new Rush(servers)) {
      Eventually.letPass(SETTLE_MILLIS);
      warm(rush, cases);
      Eventually.letPass(SETTLE_MILLIS);
      cases.forEach(each -> measure(rush, each, servers));
    }
  }

  private static void warm(Rush rush, List<Case> cases) {
    for (Case each : cases) {
      for (int run = 0; each.warm() && run < RUNS; run++) {
        assertThat(rush.warm(each.kind(), each.identifier(run))).isEqualTo(each.servers());
      }
    }
  }

  private void measure(Rush rush, Case each, List<ServerProcess> servers) {
    List<Long> admitted = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      double degradedBefore = degraded(servers);
      long before = each.warm() ? each.servers() : 0;
      long units = before + rush.admitted(each.kind(), each.identifier(run), each.cost());
      bursts++;
      // A server that gets no processor for 300 ms decides by its own counts, and says so.
      if (degraded(servers) == degradedBefore) {
        counted++;
        admitted.add(units);
      }
    }
    table.add(each.text(admitted));
    // The bound itself is tested in virtual time: here the system may stop a server at any
    // instruction.
    if (admitted.stream().anyMatch(units -> units > each.bound() + SCHEDULING)) {
      exceeded.add(each.text(admitted));
    }
  }

  private static double degraded(List<ServerProcess> servers) {
    return servers.stream()
        .mapToDouble(each -> each.metric("weir_ratelimit_decisions_degraded_total"))
        .sum();
  }
}
