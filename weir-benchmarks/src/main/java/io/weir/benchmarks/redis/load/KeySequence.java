// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

import java.util.SplittableRandom;

/** Whom callers ask about: all equally often, in an order drawn beforehand. */
public final class KeySequence {
  private static final long SEED = 20_261_116;

  private final String[] visits;

  private KeySequence(String[] visits) {
    this.visits = visits;
  }

  /** So many keys. */
  public static KeySequence of(int count) {
    String[] visits = new String[count];
    for (int i = 0; i < count; i++) {
      visits[i] = "customer-" + Integer.toHexString(0x1000_0000 + i);
    }
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      String swapped = visits[i];
      visits[i] = visits[other];
      visits[other] = swapped;
    }
    return new KeySequence(visits);
  }

  public int count() {
    return visits.length;
  }

  /** The key at this place; past the last comes the first again. */
  public String at(long place) {
    return visits[(int) (place % visits.length)];
  }

  /** Where the first of so many callers begins, the second, and so on: far from each other. */
  int start(int caller, int callers) {
    return (int) ((long) visits.length * caller / callers);
  }
}
