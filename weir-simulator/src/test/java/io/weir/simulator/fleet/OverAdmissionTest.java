// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.OriginOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import io.weir.testkit.logs.MeasurementLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures how far the processes of one region exceed a limit that all of them reach at once. */
@Tag("stress")
class OverAdmissionTest {
  /** The start of an hour. */
  private static final long START = 1_700_002_800_000L;

  private static final StringBuilder SHOWN = new StringBuilder(String.format(
      "%n%9s %6s %8s %10s %9s %6s %6s%n",
      "processes", "limit", "per ms", "round trip", "admitted", "over", "bound"));

  @AfterAll
  static void show() {
    MeasurementLog.add(SHOWN.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1000, 1, 2", "2, 1000, 10, 2", "2, 1000, 10, 20", "2, 100000, 100, 20",
    "5, 1000, 1, 2", "5, 1000, 10, 2", "5, 1000, 10, 20", "5, 100000, 100, 20",
    "9, 1000, 1, 2", "9, 1000, 10, 2", "9, 1000, 10, 20", "9, 100000, 100, 20",
    "9, 10, 10, 20", "9, 1000, 10, 80"
  })
  void staysWithinTheBound(int processes, long limit, int perMilli, long roundTrip) {
    SimulatedFleet simulatedFleet = fleet(processes, roundTrip / 2);
    pass(simulatedFleet, 5_000); // all processes discover each other

    long admitted = flood(simulatedFleet, limit, perMilli);

    long over = Math.max(0, admitted - limit);
    long lag = 2 * (OriginOptions.DEFAULT_PUBLISH_GAP_MILLIS + roundTrip);
    long bound = (processes - 1L) * perMilli * lag + processes;
    SHOWN.append(String.format(
        Locale.ROOT,
        "%9d %6d %8d %10d %9d %6d %6d%n",
        processes,
        limit,
        perMilli,
        roundTrip,
        admitted,
        over,
        bound));
    assertThat(admitted).isGreaterThanOrEqualTo(limit);
    assertThat(over).isLessThanOrEqualTo(bound);
    assertThat(over).as("whatever the rate").isLessThanOrEqualTo(2L * processes + limit / 500);
  }

  private static SimulatedFleet fleet(int processes, long oneWayMillis) {
    Delay delay = new Delay(oneWayMillis, oneWayMillis);
    Topology topology = new Topology(1, processes, delay, delay);
    Optional<LedgerOptions> ledger = Optional.of(LedgerOptions.defaults());
    return new SimulatedFleet(FleetPlan.of(topology, START, ledger, 7), MessageListener.NONE);
  }

  private static void pass(SimulatedFleet simulatedFleet, long millis) {
    for (long i = 0; i < millis; i++) {
      simulatedFleet.advance(1);
    }
  }

  /** Sends twenty times the limit to all processes at once, at the given rate. */
  private static long flood(SimulatedFleet simulatedFleet, long amount, int perMilli) {
    Spender spender = new Spender(0, "w", LimitPolicy.of(amount, Duration.ofHours(1)));
    List<Limiter> limiters = simulatedFleet.slots().stream()
        .map(processSlot -> processSlot.limiter(spender))
        .toList();
    List<CompletableFuture<Decision>> decisions = new ArrayList<>();
    long millis = 1_000 + 20 * amount / perMilli / limiters.size();
    for (long i = 0; i < Math.min(millis, 4_000); i++) {
      for (int j = 0; j < perMilli; j++) {
        limiters.forEach(limiter -> decisions.add(limiter.checkAsync(spender.identifier(), 1)));
      }
      simulatedFleet.advance(1);
    }
    pass(simulatedFleet, 1_000);
    assertThat(decisions).allMatch(CompletableFuture::isDone);
    return decisions.stream().filter(each -> each.join().allowed()).count();
  }
}
