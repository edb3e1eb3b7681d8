// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.BatchCheck;
import io.weir.engine.Limiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  private enum CallMode {
    SINGLE,
    BATCH_OF_ONE,
    BATCH_OF_TWO
  }

  private static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (int processes : new int[] {2, 5}) {
      for (int cost : new int[] {1, 5, 20}) {
        for (CallMode callMode : CallMode.values()) {
          for (boolean warm : new boolean[] {false, true}) {
            cases.add(Arguments.of(processes, cost, callMode, warm));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theyAdmitTheLimitAndOneCheckPerProcessAtMost(
      int processes, int cost, CallMode callMode, boolean warm) {
    try (VirtualFleet virtualFleet =
        new VirtualFleet(new VirtualFleet.VirtualFleetPlan(1, processes, 1_700_000_000_000L, 1))) {
      virtualFleet.run(3_000);
      for (int run = 0; run < RUNS; run++) {
        String identifier = "u" + run;
        SplittableRandom random = new SplittableRandom(run);
        if (warm) {
          for (FleetProcess fleetProcess : virtualFleet.nodes()) {
            CompletableFuture<Decision> unusedLook =
                limiter(fleetProcess).checkAsync(identifier, 0);
          }
          virtualFleet.run(random.nextInt(1, 4_000));
        }

        long admitted = burst(virtualFleet, identifier, new Plan(cost, callMode, random)) * cost;

        long check = callMode == CallMode.BATCH_OF_TWO ? 2L * cost : cost;
        assertThat(admitted)
            .as("run %s", run)
            .isBetween((long) LIMIT - check + 1, LIMIT + check * processes);
      }
    }
  }

  private record Plan(int cost, CallMode how, SplittableRandom random) {}

  /** All callers within some milliseconds, on all processes: how often a cost was admitted. */
  private static long burst(VirtualFleet virtualFleet, String identifier, Plan plan) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < CALLERS * virtualFleet.nodes().size(); i++) {
      order.add(i % virtualFleet.nodes().size());
    }
    shuffle(order, plan.random());
    int late = plan.random().nextInt(0, 30); // one process hears of it later than the others
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int millis = 0; millis < 40; millis++) {
      int now = millis;
      order.removeIf(node -> {
        boolean isDue = now >= (node == 0 ? late : 0) + plan.random().nextInt(0, 5);
        if (isDue) {
          answers.add(ask(virtualFleet.nodes().get(node), identifier, plan));
        }
        return isDue;
      });
      virtualFleet.run(1);
    }
    virtualFleet.run(1_000);
    assertThat(answers)
        .hasSize(CALLERS * virtualFleet.nodes().size())
        .allMatch(CompletableFuture::isDone);
    return answers.stream().mapToLong(CompletableFuture::join).sum();
  }

  private static CompletableFuture<Integer> ask(
      FleetProcess fleetProcess, String identifier, Plan plan) {
    Limiter limiter = limiter(fleetProcess);
    if (plan.how() == CallMode.SINGLE) {
      return limiter.checkAsync(identifier, plan.cost()).thenApply(ConcurrentCallersTest::units);
    }
    BatchCheck batchCheck = limiter.of(identifier, plan.cost());
    List<BatchCheck> batch =
        plan.how() == CallMode.BATCH_OF_ONE ? List.of(batchCheck) : List.of(batchCheck, batchCheck);
    return fleetProcess
        .engine()
        .checkAsync(batch)
        .thenApply(BatchDecision::allowed)
        .thenApply(allowed -> allowed ? batch.size() : 0);
  }

  private static int units(Decision decision) {
    return decision.allowed() ? 1 : 0;
  }

  private static Limiter limiter(FleetProcess fleetProcess) {
    return fleetProcess.engine().limiter("w", "n", LimitPolicy.of(LIMIT, Duration.ofHours(1)));
  }

  private static void shuffle(List<?> list, SplittableRandom random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
