// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import java.util.SplittableRandom;

/**
 * Where traffic takes place.
 *
 * @param regions how many regions there are
 * @param startMillis the Unix millisecond at which it begins
 * @param millis how long it lasts
 * @param seed where every random number descends from
 */
public record TrafficContext(int regions, long startMillis, long millis, long seed) {
  /** Keeps traffic apart from whatever else draws from the same seed: alike numbers would tie checks to faults. */
  private static final long SEED_SALT = 0x7472_6166_6669_63L;

  public TrafficContext {
    if (regions < 1) {
      throw new IllegalArgumentException("regions must be at least 1, but was " + regions);
    }
    if (millis < 1) {
      throw new IllegalArgumentException("millis must be at least 1, but was " + millis);
    }
  }

  /** Random numbers for traffic: always the same sequence. */
  public SplittableRandom random() {
    return new SplittableRandom(seed ^ SEED_SALT);
  }
}
