// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.simulator.planet.Life;
import java.util.Arrays;

/** What was really admitted into one cell, by whom and when. */
public final class CellTruth {
  private final CellKey key;
  private final long[] byRegion;
  private int[] lives = new int[2];
  private long[] byLife = new long[2];
  private int livesUsed;
  private long total;
  private final Trail trail = new Trail();

  CellTruth(CellKey key, int regions) {
    this.key = key;
    this.byRegion = new long[regions];
  }

  /** A process admitted this much. */
  public void admitted(Life by, long cost, long atMillis) {
    total += cost;
    byRegion[by.region()] += cost;
    int life = by.number();
    int at = indexOf(life);
    if (at < 0) {
      if (livesUsed == lives.length) {
        lives = Arrays.copyOf(lives, 2 * livesUsed);
        byLife = Arrays.copyOf(byLife, 2 * livesUsed);
      }
      at = livesUsed++;
      lives[at] = life;
    }
    byLife[at] += cost;
    trail.admitted(by.region(), cost, atMillis);
  }

  private int indexOf(int life) {
    for (int i = 0; i < livesUsed; i++) {
      if (lives[i] == life) {
        return i;
      }
    }
    return -1;
  }

  /** Which window. */
  public CellKey key() {
    return key;
  }

  /** What the whole world admitted. */
  public long total() {
    return total;
  }

  /** What a region admitted. */
  public long region(int region) {
    return byRegion[region];
  }

  /** What one process admitted. */
  public long life(int life) {
    int at = indexOf(life);
    return at < 0 ? 0 : byLife[at];
  }

  /** When it was admitted, and who heard of it. */
  public Trail trail() {
    return trail;
  }
}
