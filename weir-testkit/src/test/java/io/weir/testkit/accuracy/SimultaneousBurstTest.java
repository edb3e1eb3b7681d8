// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.origin.InMemoryOrigin;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests of a burst that hits five processes at once, none of which receives the others' counts while it lasts. */
class SimultaneousBurstTest {
  private static final long LIMIT = 162_000;
  private static final long COST = 1_500;
  private static final int PROCESSES = 5;

  private final ManualClock clock = new ManualClock(1_700_000_400_000L);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock);
  private final List<Engine> engines = new ArrayList<>();
  private final List<Limiter> limiters = new ArrayList<>();

  private long round(int checksPerProcess) {
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int i = 0; i < checksPerProcess; i++) {
      limiters.forEach(limiter -> pending.add(limiter.checkAsync("a", COST)));
    }
    pass(1_000); // checks that are ahead of the region wait
    return pending.stream().filter(each -> each.join().allowed()).count() * COST;
  }

  private void pass(long millis) {
    for (long i = 0; i < millis; i++) {
      clock.advanceMillis(1);
      engines.forEach(Engine::work);
    }
  }

  @Test
  void admitsAtMostOneCheckPerProcessAboveTheLimit() {
    for (int i = 0; i < PROCESSES; i++) {
      Engine engine = Engine.builder()
          .clock(clock)
          .elapsed(clock)
          .random(new SplittableRandom(i))
          .origin(origin)
          .build();
      engines.add(engine);
      limiters.add(engine.limiter("w", "n", LimitPolicy.of(LIMIT, Duration.ofMinutes(1))));
    }
    long admitted = round(1);
    pass(10_000);
    List<Long> rounds = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      rounds.add(round(50));
      pass(5_000);
    }

    admitted += rounds.stream().mapToLong(Long::longValue).sum();
    assertThat(admitted).as("%s", rounds).isBetween(LIMIT - COST, LIMIT + PROCESSES * COST);
  }
}
