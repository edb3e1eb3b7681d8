// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.SeededCases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that any sequence of checks, looks and batches under exact windows gets the answers of a list of all
 * admissions.
 */
@Tag("stress")
class ExactWindowModelTest {
  private static final long DURATION = 2_000;

  private record Spent(long at, long cost) {}

  private record Item(long limit, String identifier, long cost) {}

  /** A model that keeps every admission ever made. */
  private static final class Model {
    private final Map<String, List<Spent>> admissions = new HashMap<>();

    long held(String identifier, long now) {
      return admissions.getOrDefault(identifier, List.of()).stream()
          .filter(spent -> spent.at() > now - DURATION)
          .mapToLong(Spent::cost)
          .sum();
    }

    void add(String identifier, long now, long cost) {
      admissions.computeIfAbsent(identifier, key -> new ArrayList<>()).add(new Spent(now, cost));
    }

    boolean fits(Item item, long now) {
      return item.limit() > 0 && held(item.identifier(), now) + item.cost() <= item.limit();
    }

    /** Computed in steps of a millisecond. */
    OptionalLong retryAfter(Item item, long now) {
      for (long wait = 0; wait <= DURATION; wait++) {
        if (fits(item, now + wait)) {
          return OptionalLong.of(wait);
        }
      }
      return OptionalLong.empty();
    }
  }

  private final List<StandaloneEngine> processes =
      List.of(new StandaloneEngine(), StandaloneEngine.unobserved(), StandaloneEngine.unobserved());
  private Model model = new Model();

  private long now() {
    return processes.get(0).clock.epochMillis();
  }

  private static Limiter limiter(StandaloneEngine process, long limit) {
    LimitPolicy exact = LimitPolicy.of(limit, Duration.ofMillis(DURATION)).withExactWindow();
    return process.engine.limiter("acme", "api", exact);
  }

  private void pass(long millis) {
    processes.forEach(process -> {
      process.clock.advanceMillis(millis);
      process.engine.work();
    });
  }

  private void check(Item item) {
    boolean fits = model.fits(item, now());
    long held = model.held(item.identifier(), now());
    OptionalLong retry = model.retryAfter(item, now());
    if (fits) {
      model.add(item.identifier(), now(), item.cost());
    }

    for (StandaloneEngine process : processes) {
      Decision decision = limiter(process, item.limit()).check(item.identifier(), item.cost());
      assertThat(decision.allowed()).as("%s", decision.explain()).isEqualTo(fits);
      assertThat(decision.remaining())
          .as("%s", decision.explain())
          .isEqualTo(Math.max(0, item.limit() - held - (fits ? item.cost() : 0)));
      assertThat(decision.retryAfterMillis()).as("%s", decision.explain()).isEqualTo(retry);
      assertThat(decision.resetMillis()).isEqualTo((Math.floorDiv(now(), DURATION) + 1) * DURATION);
    }
  }

  private void batch(List<Item> items) {
    Map<String, Long> earlier = new HashMap<>();
    List<Boolean> fit = new ArrayList<>();
    List<OptionalLong> retries = new ArrayList<>();
    for (Item item : items) {
      long costs = earlier.merge(item.identifier(), item.cost(), Long::sum);
      Item added = new Item(item.limit(), item.identifier(), costs);
      fit.add(model.fits(added, now()));
      retries.add(model.retryAfter(added, now()));
    }
    boolean all = !fit.contains(false);
    if (all) {
      items.forEach(item -> model.add(item.identifier(), now(), item.cost()));
    }

    for (StandaloneEngine process : processes) {
      BatchDecision decided = process.engine.check(items.stream()
          .map(item -> limiter(process, item.limit()).of(item.identifier(), item.cost()))
          .toList());
      assertThat(decided.allowed()).as("%s", items).isEqualTo(all);
      assertThat(decided.decisions()).extracting(Decision::allowed).isEqualTo(fit);
      assertThat(decided.decisions()).extracting(Decision::retryAfterMillis).isEqualTo(retries);
    }
  }

  private static Item draw(SplittableRandom random) {
    long[] limits = {0, 1, 1, 2, 5, 5, 20, 64};
    return new Item(
        limits[random.nextInt(limits.length)],
        "u" + random.nextInt(3),
        random.nextInt(4) == 0 ? 0 : random.nextInt(1, random.nextBoolean() ? 3 : 30));
  }

  @Test
  void anySequenceIsAnsweredAsByAListOfAllAdmissions() {
    SeededCases.cases(100, random -> {
      model = new Model();
      pass(4 * DURATION);
      for (int step = 0; step < 150; step++) {
        pass(random.nextInt(20) == 0 ? random.nextInt(6_000) : random.nextInt(400));
        if (random.nextInt(3) > 0) {
          check(draw(random));
        } else {
          List<Item> items = new ArrayList<>();
          for (int i = random.nextInt(1, 5); i > 0; i--) {
            items.add(draw(random));
          }
          batch(items);
        }
      }
    });
  }

  /**
   * With an ordinary limit on the same subject, an allow is never too early, and a refusal never later than stated.
   */
  @Test
  void besideAnOrdinaryLimitNothingIsAdmittedTooEarly() {
    SeededCases.cases(100, random -> {
      StandaloneEngine process = new StandaloneEngine();
      List<Spent> all = new ArrayList<>();
      for (int step = 0; step < 300; step++) {
        process.clock.advanceMillis(random.nextInt(400));
        long now = process.clock.epochMillis();
        long cost = random.nextInt(1, 4);
        long limit = random.nextInt(1, 20);
        boolean isExact = random.nextBoolean();
        Limiter asked = isExact
            ? limiter(process, limit)
            : process.limiter("api", 2 * limit, Duration.ofMillis(DURATION));
        boolean allowed = asked.check("u", cost).allowed();
        long sure = held(all, now, 0);
        long perhaps = held(all, now, DURATION);
        if (isExact && allowed) {
          assertThat(sure + cost).isLessThanOrEqualTo(limit);
        } else if (isExact) {
          assertThat(perhaps + cost).isGreaterThan(limit);
        }
        if (allowed) {
          all.add(new Spent(now, cost));
        }
      }
    });
  }

  /** The count if a unit stays until a duration after it was spent, or after the end of its window at the latest. */
  private static long held(List<Spent> all, long now, long longer) {
    return all.stream()
        .filter(spent -> {
          long end = (Math.floorDiv(spent.at(), DURATION) + 1) * DURATION - 1;
          return Math.min(end, spent.at() + longer) > now - DURATION;
        })
        .mapToLong(Spent::cost)
        .sum();
  }
}
