// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.engine.Check;
import io.weir.engine.Limiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many callers at once, on all processes of a region, with costs: nobody spends ahead of the region. */
class ConcurrentCallersTest {
  private static final int LIMIT = 100;
  private static final int CALLERS = 100;
  private static final int RUNS = 30;

  /** The first seed, and others under which counts arrive in an unfortunate order. */
  private static final int[] SEEDS = {1, 9, 15, 57};

  private enum How {
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
        for (How how : How.values()) {
          for (boolean warm : new boolean[] {false, true}) {
            seeds()
                .forEach(seed -> cases.add(Arguments.of(
                    new Fleet.Plan(1, processes, 1_700_000_000_000L, seed), cost, how, warm)));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theyAdmitTheLimitAndOneCheckPerProcessAtMost(
      Fleet.Plan plan, int cost, How how, boolean warm) {
    try (Fleet fleet = new Fleet(plan)) {
      fleet.run(3_000);
      for (int run = 0; run < RUNS; run++) {
        String identifier = "u" + run;
        SplittableRandom random = new SplittableRandom(run);
        if (warm) {
          for (Node node : fleet.nodes()) {
            CompletableFuture<Decision> unusedLook = limiter(node).checkAsync(identifier, 0);
          }
          fleet.run(random.nextInt(1, 4_000));
        }

        long admitted = burst(fleet, identifier, new Plan(cost, how, random)) * cost;

        long check = how == How.BATCH_OF_TWO ? 2L * cost : cost;
        assertThat(admitted)
            .as("run %s", run)
            .isBetween((long) LIMIT - check + 1, LIMIT + check * plan.nodesPerRegion());
      }
    }
  }

  private record Plan(int cost, How how, SplittableRandom random) {}

  /** All callers within some milliseconds, on all processes: how often a cost was admitted. */
  private static long burst(Fleet fleet, String identifier, Plan plan) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < CALLERS * fleet.nodes().size(); i++) {
      order.add(i % fleet.nodes().size());
    }
    shuffle(order, plan.random());
    int late = plan.random().nextInt(0, 30); // one process hears of it later than the others
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int millis = 0; millis < 40; millis++) {
      int now = millis;
      order.removeIf(node -> {
        boolean isDue = now >= (node == 0 ? late : 0) + plan.random().nextInt(0, 5);
        if (isDue) {
          answers.add(ask(fleet.nodes().get(node), identifier, plan));
        }
        return isDue;
      });
      fleet.run(1);
    }
    fleet.run(1_000);
    assertThat(answers).hasSize(CALLERS * fleet.nodes().size()).allMatch(CompletableFuture::isDone);
    return answers.stream().mapToLong(CompletableFuture::join).sum();
  }

  private static CompletableFuture<Integer> ask(Node node, String identifier, Plan plan) {
    Limiter limiter = limiter(node);
    if (plan.how() == How.SINGLE) {
      return limiter.checkAsync(identifier, plan.cost()).thenApply(ConcurrentCallersTest::units);
    }
    Check check = limiter.of(identifier, plan.cost());
    List<Check> batch = plan.how() == How.BATCH_OF_ONE ? List.of(check) : List.of(check, check);
    return node.engine()
        .checkAsync(batch)
        .thenApply(BatchDecision::allowed)
        .thenApply(allowed -> allowed ? batch.size() : 0);
  }

  private static int units(Decision decision) {
    return decision.allowed() ? 1 : 0;
  }

  private static Limiter limiter(Node node) {
    return node.engine().limiter("w", "n", Limit.of(LIMIT, Duration.ofHours(1)));
  }

  private static void shuffle(List<?> list, SplittableRandom random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
