// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.SplittableRandom;

/**
 * Runs a property on many drawn cases. The same seed draws the same cases; a failure names the seed and the case, and
 * {@code -Dweir.seed=...} runs another seed or a failing one again.
 */
public final class SeededCases {

  /** Fixed, so that a build that passed passes again. */
  private static final long DEFAULT_SEED = 20_260_101;

  /** What must hold for whatever is drawn. */
  @FunctionalInterface
  public interface Property {

    /** Draws one case and fails if it does not hold. */
    void check(SplittableRandom random);
  }

  private SeededCases() {}

  /** The seed of this run. */
  public static long seed() {
    return Long.getLong("weir.seed", DEFAULT_SEED);
  }

  /** Checks the property on this many cases. Each has a generator of its own, so a case does not depend on the others. */
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
