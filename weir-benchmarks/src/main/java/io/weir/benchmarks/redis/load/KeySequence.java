// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

import java.util.SplittableRandom;

/** The keys that callers check: each equally often, in a fixed random order. */
public final class KeySequence {
  private static final long SEED = 20_261_116;

  private final String[] visits;

  private KeySequence(String[] visits) {
    this.visits = visits;
  }

  /** A sequence of {@code count} keys. */
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

  /** The key at this place. The sequence repeats after the last key. */
  public String at(long place) {
    return visits[(int) (place % visits.length)];
  }

  /** The place at which a caller starts. Callers start far from each other. */
  int start(int caller, int callers) {
    return (int) ((long) visits.length * caller / callers);
  }
}
