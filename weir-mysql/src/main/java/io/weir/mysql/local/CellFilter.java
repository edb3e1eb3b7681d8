// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A Bloom filter of the cells in the file. It can tell for certain that a cell is absent, so that the first check of
 * a new identifier reads nothing. One thread adds, any thread queries.
 */
final class CellFilter {
  /**
   * With this size, the false-positive rate is about 1 in 120. More bits would cost memory, fewer would cost more
   * reads.
   */
  private static final int BITS_PER_CELL = 10;

  private static final int HASHES = 7;

  private static final int MIN_CELLS = 16_384;

  /** 128 MB. With more cells, the false-positive rate grows. */
  private static final int MAX_CELLS = 100_000_000;

  private final AtomicLongArray words;
  private final long mask;
  private final long capacity;

  /** Written by the adding thread. */
  private long added;

  /** Creates a filter for at least this many cells. */
  CellFilter(long cells) {
    long room = Math.min(Math.max(cells, MIN_CELLS), MAX_CELLS);
    long bits = Long.highestOneBit(room * BITS_PER_CELL - 1) << 1;
    this.words = new AtomicLongArray((int) (bits >>> 6));
    this.mask = bits - 1;
    this.capacity = bits / BITS_PER_CELL;
  }

  void add(CellDigest cell) {
    long hash = hash(cell);
    long step = cell.low() | 1;
    for (int i = 0; i < HASHES; i++) {
      long bit = hash & mask;
      int word = (int) (bit >>> 6);
      words.setRelease(word, words.getPlain(word) | (1L << bit));
      hash += step;
    }
    added++;
  }

  /** Returns whether the cell may have been added; false is certain. */
  boolean mayContain(CellDigest cell) {
    long hash = hash(cell);
    long step = cell.low() | 1;
    for (int i = 0; i < HASHES; i++) {
      long bit = hash & mask;
      if ((words.getAcquire((int) (bit >>> 6)) & (1L << bit)) == 0) {
        return false;
      }
      hash += step;
    }
    return true;
  }

  /** Digests are already random; the sequence must be mixed in. */
  private static long hash(CellDigest cell) {
    long mixed = cell.high() + cell.sequence() * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  /** Returns how many cells were added. */
  long added() {
    return added;
  }

  /** Returns whether it contains more cells than it was sized for. */
  boolean isFull() {
    return added > capacity && capacity < MAX_CELLS;
  }
}
