// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import java.util.SplittableRandom;

/**
 * The fleet and the time span for which traffic is generated.
 *
 * @param regions the number of regions
 * @param startMillis the Unix millisecond at which the traffic starts
 * @param millis the duration of the traffic
 * @param seed the seed of all random numbers
 */
public record TrafficContext(int regions, long startMillis, long millis, long seed) {
  /**
   * Separates traffic from other uses of the same seed: identical random numbers would correlate checks with faults.
   */
  private static final long SEED_SALT = 0x7472_6166_6669_63L;

  public TrafficContext {
    if (regions < 1) {
      throw new IllegalArgumentException("regions must be at least 1, but was " + regions);
    }
    if (millis < 1) {
      throw new IllegalArgumentException("millis must be at least 1, but was " + millis);
    }
  }

  /** Returns the random numbers for traffic: always the same sequence. */
  public SplittableRandom random() {
    return new SplittableRandom(seed ^ SEED_SALT);
  }
}
