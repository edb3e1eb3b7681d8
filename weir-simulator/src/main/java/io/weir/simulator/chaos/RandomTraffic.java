// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Generates random checks and batches: a few at any time, and occasional bursts on a single spender. */
final class RandomTraffic {
  private static final long SECOND = 1_000;

  /** The factor by which a burst exceeds the normal rate of checks. */
  private static final int BURST = 25;

  private static final int MAX_BATCH_SIZE = 4;

  private final ChaosCase chaosCase;
  private final SplittableRandom random;
  private long burstUntil = Long.MIN_VALUE;
  private int burstSpender;

  RandomTraffic(ChaosCase chaosCase) {
    this.chaosCase = chaosCase;
    this.random = new SplittableRandom(chaosCase.trafficSeed());
  }

  /**
   * Generates the checks within a tick that ends at this instant. A list of one is a check; a longer one is a batch.
   */
  void generate(long tickMillis, long nowMillis, Consumer<List<SimulatedCheck>> sink) {
    if (nowMillis >= burstUntil && random.nextLong(4 * SECOND) < tickMillis) {
      burstUntil = nowMillis + random.nextLong(400);
      burstSpender = random.nextInt(chaosCase.spenders().size());
    }
    boolean isBurst = nowMillis < burstUntil;
    long perSecond = (isBurst ? BURST : 1) * (long) chaosCase.timing().checksPerSecond();
    long thousandths = perSecond * tickMillis;
    long count = thousandths / SECOND + (random.nextLong(SECOND) < thousandths % SECOND ? 1 : 0);
    for (int i = 0; i < count; i++) {
      sink.accept(random.nextInt(6) == 0 ? batch(isBurst) : List.of(check(isBurst)));
    }
  }

  private List<SimulatedCheck> batch(boolean isBurst) {
    SimulatedCheck first = check(isBurst);
    List<SimulatedCheck> batch = new ArrayList<>(List.of(first));
    while (batch.size() < MAX_BATCH_SIZE && random.nextInt(3) != 0) {
      SimulatedCheck next = check(isBurst);
      batch.add(
          new SimulatedCheck(next.spender(), first.region(), first.processDraw(), next.cost()));
    }
    return batch;
  }

  private SimulatedCheck check(boolean isBurst) {
    int spenderCount = chaosCase.spenders().size();
    int number = isBurst
        ? burstSpender
        : Math.min(random.nextInt(spenderCount), random.nextInt(spenderCount));
    Spender spender = chaosCase.spenders().get(number);
    return new SimulatedCheck(
        spender,
        random.nextInt(chaosCase.plan().topology().regions()),
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
