// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Draws checks and batches: a few at any time, and now and then many on one spender at once. */
final class Unrest {
  private static final long SECOND = 1_000;

  /** A burst has so many times the checks of a quiet time. */
  private static final int BURST = 25;

  private static final int MOST_IN_BATCH = 4;

  private final Case drawn;
  private final SplittableRandom random;
  private long burstUntil = Long.MIN_VALUE;
  private int favourite;

  Unrest(Case drawn) {
    this.drawn = drawn;
    this.random = new SplittableRandom(drawn.trafficSeed());
  }

  /** What is asked within a tick that ends at this instant. A list of one is a check, a longer one a batch. */
  void during(long tickMillis, long nowMillis, Consumer<List<Ask>> desk) {
    if (nowMillis >= burstUntil && random.nextLong(4 * SECOND) < tickMillis) {
      burstUntil = nowMillis + random.nextLong(400);
      favourite = random.nextInt(drawn.spenders().size());
    }
    boolean isBurst = nowMillis < burstUntil;
    long perSecond = (isBurst ? BURST : 1) * (long) drawn.pace().checksPerSecond();
    long thousandths = perSecond * tickMillis;
    long count = thousandths / SECOND + (random.nextLong(SECOND) < thousandths % SECOND ? 1 : 0);
    for (int i = 0; i < count; i++) {
      desk.accept(random.nextInt(6) == 0 ? batch(isBurst) : List.of(ask(isBurst)));
    }
  }

  private List<Ask> batch(boolean isBurst) {
    Ask first = ask(isBurst);
    List<Ask> batch = new ArrayList<>(List.of(first));
    while (batch.size() < MOST_IN_BATCH && random.nextInt(3) != 0) {
      Ask next = ask(isBurst);
      batch.add(new Ask(next.spender(), first.region(), first.where(), next.cost()));
    }
    return batch;
  }

  private Ask ask(boolean isBurst) {
    int among = drawn.spenders().size();
    int number = isBurst ? favourite : Math.min(random.nextInt(among), random.nextInt(among));
    Spender spender = drawn.spenders().get(number);
    return new Ask(
        spender,
        random.nextInt(drawn.plan().terrain().regions()),
        random.nextDouble(),
        cost(spender));
  }

  private long cost(Spender spender) {
    return switch (random.nextInt(24)) {
      case 0 -> spender.limit().amount() + random.nextLong(1, 4);
      case 1 -> random.nextLong(1 + spender.limit().amount());
      case 2, 3 -> 0;
      case 4, 5, 6, 7 -> random.nextLong(2, 6);
      default -> 1;
    };
  }
}
