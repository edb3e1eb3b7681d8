// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.engine.Check;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many callers at once, on all processes of a region, with costs: nobody spends ahead of the region. */
class ConcurrentCallersTest {
  private static final int LIMIT = 100;
  private static final int CALLERS = 100;
  private static final int RUNS = 30;

  private enum How {
    SINGLE,
    BATCH_OF_ONE,
    BATCH_OF_TWO
  }

  private static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (int processes : new int[] {2, 5}) {
      for (int cost : new int[] {1, 5, 20}) {
        for (How how : How.values()) {
          for (boolean warm : new boolean[] {false, true}) {
            cases.add(Arguments.of(processes, cost, how, warm));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theyAdmitTheLimitAndOneCheckPerProcessAtMost(
      int processes, int cost, How how, boolean warm) {
    Planet planet = planet(processes);
    pass(planet, 3_000);
    for (int run = 0; run < RUNS; run++) {
      Spender spender = new Spender(run, "w", Limit.of(LIMIT, Duration.ofHours(1)));
      SplittableRandom random = new SplittableRandom(run);
      if (warm) {
        for (Station station : planet.stations()) {
          CompletableFuture<Decision> unusedLook = single(station, spender, 0);
        }
        pass(planet, random.nextInt(1, 4_000));
      }

      long admitted = burst(planet, spender, new Rush(cost, how, random)) * cost;

      long check = how == How.BATCH_OF_TWO ? 2L * cost : cost;
      assertThat(admitted)
          .as("run %s", run)
          .isBetween((long) LIMIT - check + 1, LIMIT + check * processes);
    }
  }

  /** One region, in which every message arrives within two milliseconds. */
  private static Planet planet(int processes) {
    Terrain terrain = new Terrain(1, processes, new Delay(0, 2), new Delay(0, 2));
    Optional<LedgerOptions> ledger = Optional.of(LedgerOptions.defaults());
    return new Planet(Plan.of(terrain, 1_700_000_000_000L, ledger, 1), Witness.NONE);
  }

  private static void pass(Planet planet, long millis) {
    for (long i = 0; i < millis; i++) {
      planet.pass(1);
    }
  }

  private record Rush(int cost, How how, SplittableRandom random) {}

  /** All callers within some milliseconds, on all processes: how often a cost was admitted. */
  private static long burst(Planet planet, Spender spender, Rush rush) {
    List<Station> stations = planet.stations();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < CALLERS * stations.size(); i++) {
      order.add(i % stations.size());
    }
    shuffle(order, rush.random());
    int late = rush.random().nextInt(0, 30); // one process hears of it later than the others
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int millis = 0; millis < 40; millis++) {
      int now = millis;
      order.removeIf(process -> {
        boolean isDue = now >= (process == 0 ? late : 0) + rush.random().nextInt(0, 5);
        if (isDue) {
          answers.add(ask(stations.get(process), spender, rush));
        }
        return isDue;
      });
      planet.pass(1);
    }
    pass(planet, 1_000);
    assertThat(answers).hasSize(CALLERS * stations.size()).allMatch(CompletableFuture::isDone);
    return answers.stream().mapToLong(CompletableFuture::join).sum();
  }

  private static CompletableFuture<Integer> ask(Station station, Spender spender, Rush rush) {
    if (rush.how() == How.SINGLE) {
      return single(station, spender, rush.cost()).thenApply(ConcurrentCallersTest::units);
    }
    Check check = station.limiter(spender).of(spender.identifier(), rush.cost());
    List<Check> batch = rush.how() == How.BATCH_OF_ONE ? List.of(check) : List.of(check, check);
    return Objects.requireNonNull(station.engine())
        .checkAsync(batch)
        .thenApply(BatchDecision::allowed)
        .thenApply(allowed -> allowed ? batch.size() : 0);
  }

  private static CompletableFuture<Decision> single(Station station, Spender spender, long cost) {
    return station.limiter(spender).checkAsync(spender.identifier(), cost);
  }

  private static int units(Decision decision) {
    return decision.allowed() ? 1 : 0;
  }

  private static void shuffle(List<?> list, SplittableRandom random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
