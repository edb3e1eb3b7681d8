// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.SplittableRandom;

/**
 * A runner that checks a property on many random cases. The same seed draws the same cases. A failure names the seed
 * and the case, and {@code -Dweir.seed=...} sets the seed, for example to repeat a failure.
 */
public final class SeededCases {

  /** Fixed, so that builds are reproducible. */
  private static final long DEFAULT_SEED = 20_260_101;

  /** A property that must hold for every random case. */
  @FunctionalInterface
  public interface Property {

    /** Draws one case and fails if it does not hold. */
    void check(SplittableRandom random);
  }

  private SeededCases() {}

  /** Returns the seed of this run. */
  public static long seed() {
    return Long.getLong("weir.seed", DEFAULT_SEED);
  }

  /** Checks the property on this many cases. Each has its own generator, so a case does not depend on the others. */
  public static void cases(int count, Property property) {
    SplittableRandom root = new SplittableRandom(seed());
    for (int i = 0; i < count; i++) {
      SplittableRandom random = root.split();
      try {
        property.check(random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "case " + i + " of " + count + " with -Dweir.seed=" + seed() + ": " + e.getMessage(),
            e);
      }
    }
  }
}
