// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.BatchCheck;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests many concurrent callers with different costs on all processes of a region: together they exceed the limit by
 * at most one check per process.
 */
@Tag("stress")
class ConcurrentCallersTest {
  private static final int LIMIT = 100;
  private static final int CALLERS = 100;
  private static final int RUNS = 30;

  /** The first seed, and others for which counts arrive in an unfavorable order. */
  private static final int[] SEEDS = {1, 9, 15, 57};

  private record RegionSetup(int processes, long seed) {}

  private enum CallMode {
    SINGLE,
    BATCH_OF_ONE,
    BATCH_OF_TWO
  }

  /** {@code -Dweir.callers.seeds=200} runs the seeds 1 to 200. */
  private static IntStream seeds() {
    int count = Integer.getInteger("weir.callers.seeds", 0);
    return count > 0 ? IntStream.rangeClosed(1, count) : IntStream.of(SEEDS);
  }

  private static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (int processes : new int[] {2, 5}) {
      for (int cost : new int[] {1, 5, 20}) {
        for (CallMode callMode : CallMode.values()) {
          for (boolean warm : new boolean[] {false, true}) {
            seeds()
                .forEach(seed -> cases.add(
                    Arguments.of(new RegionSetup(processes, seed), cost, callMode, warm)));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theyAdmitTheLimitAndOneCheckPerProcessAtMost(
      RegionSetup setup, int cost, CallMode callMode, boolean warm) {
    SimulatedFleet simulatedFleet = fleet(setup);
    pass(simulatedFleet, 3_000);
    for (int run = 0; run < RUNS; run++) {
      Spender spender = new Spender(run, "w", LimitPolicy.of(LIMIT, Duration.ofHours(1)));
      SplittableRandom random = new SplittableRandom(run);
      if (warm) {
        for (ProcessSlot processSlot : simulatedFleet.slots()) {
          CompletableFuture<Decision> unusedLook = single(processSlot, spender, 0);
        }
        pass(simulatedFleet, random.nextInt(1, 4_000));
      }

      long admitted = burst(simulatedFleet, spender, new Rush(cost, callMode, random)) * cost;

      long check = callMode == CallMode.BATCH_OF_TWO ? 2L * cost : cost;
      assertThat(admitted)
          .as("run %s", run)
          .isBetween((long) LIMIT - check + 1, LIMIT + check * setup.processes());
    }
  }

  /** One region, in which every message arrives within two milliseconds. */
  private static SimulatedFleet fleet(RegionSetup setup) {
    Topology topology = new Topology(1, setup.processes(), new Delay(0, 2), new Delay(0, 2));
    Optional<LedgerOptions> ledger = Optional.of(LedgerOptions.defaults());
    return new SimulatedFleet(
        FleetPlan.of(topology, 1_700_000_000_000L, ledger, setup.seed()), MessageListener.NONE);
  }

  private static void pass(SimulatedFleet simulatedFleet, long millis) {
    for (long i = 0; i < millis; i++) {
      simulatedFleet.advance(1);
    }
  }

  private record Rush(int cost, CallMode how, SplittableRandom random) {}

  /** Sends all calls within a few milliseconds to all processes, and returns how often a cost was admitted. */
  private static long burst(SimulatedFleet simulatedFleet, Spender spender, Rush rush) {
    List<ProcessSlot> slots = simulatedFleet.slots();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < CALLERS * slots.size(); i++) {
      order.add(i % slots.size());
    }
    shuffle(order, rush.random());
    int late = rush.random().nextInt(0, 30); // one process receives its calls later than the others
    List<CompletableFuture<Integer>> admissions = new ArrayList<>();
    for (int millis = 0; millis < 40; millis++) {
      int now = millis;
      order.removeIf(process -> {
        boolean isDue = now >= (process == 0 ? late : 0) + rush.random().nextInt(0, 5);
        if (isDue) {
          admissions.add(send(slots.get(process), spender, rush));
        }
        return isDue;
      });
      simulatedFleet.advance(1);
    }
    pass(simulatedFleet, 1_000);
    assertThat(admissions).hasSize(CALLERS * slots.size()).allMatch(CompletableFuture::isDone);
    return admissions.stream().mapToLong(CompletableFuture::join).sum();
  }

  private static CompletableFuture<Integer> send(
      ProcessSlot processSlot, Spender spender, Rush rush) {
    if (rush.how() == CallMode.SINGLE) {
      return single(processSlot, spender, rush.cost()).thenApply(ConcurrentCallersTest::units);
    }
    BatchCheck batchCheck = processSlot.limiter(spender).of(spender.identifier(), rush.cost());
    List<BatchCheck> batch =
        rush.how() == CallMode.BATCH_OF_ONE ? List.of(batchCheck) : List.of(batchCheck, batchCheck);
    return Objects.requireNonNull(processSlot.engine())
        .checkAsync(batch)
        .thenApply(BatchDecision::allowed)
        .thenApply(allowed -> allowed ? batch.size() : 0);
  }

  private static CompletableFuture<Decision> single(
      ProcessSlot processSlot, Spender spender, long cost) {
    return processSlot.limiter(spender).checkAsync(spender.identifier(), cost);
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
