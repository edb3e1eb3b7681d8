// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.SeededCases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests that any sequence of checks, looks and batches gets the answers of a minimal limiter. */
class SequentialModelTest {
  private static final long DURATION = 2_000;

  /** A model: one map from window to count per identifier, and the formula. */
  private static final class Model {
    private final Map<String, Map<Long, Long>> counts = new HashMap<>();

    private long count(String identifier, long sequence) {
      return counts.getOrDefault(identifier, Map.of()).getOrDefault(sequence, 0L);
    }

    long held(String identifier, long now) {
      long sequence = Math.floorDiv(now, DURATION);
      long weight = DURATION - Math.floorMod(now, DURATION);
      return count(identifier, sequence) + count(identifier, sequence - 1) * weight / DURATION;
    }

    void add(String identifier, long now, long cost) {
      counts
          .computeIfAbsent(identifier, key -> new HashMap<>())
          .merge(Math.floorDiv(now, DURATION), cost, Long::sum);
    }
  }

  /** The model, and two engines that must agree with it: one with an observer and one without. */
  private static final class Trio {
    private final Model model = new Model();
    private final StandaloneEngine observed = new StandaloneEngine();
    private final StandaloneEngine unobserved = StandaloneEngine.unobserved();

    private long now() {
      return observed.clock.epochMillis();
    }

    void pass(long millis) {
      observed.clock.advanceMillis(millis);
      unobserved.clock.advanceMillis(millis);
      observed.engine.work();
      unobserved.engine.work();
    }

    private static Limiter limiter(StandaloneEngine process, long limit) {
      return process.limiter("api", limit, Duration.ofMillis(DURATION));
    }

    void check(long limit, String identifier, long cost) {
      long held = model.held(identifier, now());
      boolean fits = limit > 0 && held + cost <= limit;
      if (fits) {
        model.add(identifier, now(), cost);
      }

      for (StandaloneEngine process : List.of(observed, unobserved)) {
        Decision decision = limiter(process, limit).check(identifier, cost);
        assertThat(decision.allowed()).as("%s", decision.explain()).isEqualTo(fits);
        assertThat(decision.remaining())
            .as("%s", decision.explain())
            .isEqualTo(Math.max(0, limit - held - (fits ? cost : 0)));
        assertThat(decision.resetMillis())
            .isEqualTo((Math.floorDiv(now(), DURATION) + 1) * DURATION);
        assertThat(decision.retryAfterMillis().isPresent())
            .isEqualTo(fits || (limit > 0 && cost <= limit));
      }
    }

    void batch(List<Item> items) {
      Map<String, Long> earlier = new HashMap<>();
      List<Boolean> fit = new ArrayList<>();
      for (Item item : items) {
        long costs = earlier.merge(item.identifier(), item.cost(), Long::sum);
        fit.add(item.limit() > 0 && model.held(item.identifier(), now()) + costs <= item.limit());
      }
      boolean all = !fit.contains(false);
      if (all) {
        items.forEach(item -> model.add(item.identifier(), now(), item.cost()));
      }

      for (StandaloneEngine process : List.of(observed, unobserved)) {
        BatchDecision decided = process.engine.check(items.stream()
            .map(item -> limiter(process, item.limit()).of(item.identifier(), item.cost()))
            .toList());
        assertThat(decided.allowed()).as("%s", items).isEqualTo(all);
        assertThat(decided.decisions())
            .as("%s", items)
            .extracting(Decision::allowed)
            .isEqualTo(fit);
      }
    }
  }

  private record Item(long limit, String identifier, long cost) {}

  private static Item drawItem(SplittableRandom random) {
    long[] limits = {0, 1, 5, 5, 20, 20, 20, 100};
    return new Item(
        limits[random.nextInt(limits.length)],
        "u" + random.nextInt(3),
        random.nextInt(4) == 0 ? 0 : random.nextInt(8));
  }

  @Test
  void anySequenceOfChecksLooksAndBatchesIsAnsweredAsByThePlainFormula() {
    SeededCases.cases(150, random -> {
      Trio trio = new Trio();
      for (int step = 0; step < 200; step++) {
        trio.pass(random.nextInt(20) == 0 ? random.nextInt(10_000) : random.nextInt(120));
        if (random.nextInt(3) > 0) {
          Item item = drawItem(random);
          trio.check(item.limit(), item.identifier(), item.cost());
        } else {
          List<Item> items = new ArrayList<>();
          for (int i = random.nextInt(1, 5); i > 0; i--) {
            items.add(drawItem(random));
          }
          trio.batch(items);
        }
      }
    });
  }
}
