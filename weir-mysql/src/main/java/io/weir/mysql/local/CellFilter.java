// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A Bloom filter of the cells in the file: says for sure that a cell is not there, so that the first check of a new identifier
 * reads nothing. One thread adds, any thread asks.
 */
final class CellFilter {
  /** One in about 120 cells that are not there is looked for in vain. More bits would cost memory, fewer more reads. */
  private static final int BITS_PER_CELL = 10;

  private static final int HASHES = 7;

  private static final int MIN_CELLS = 16_384;

  /** 128 MB. Past this, more and more cells are looked for in vain. */
  private static final int MAX_CELLS = 100_000_000;

  private final AtomicLongArray words;
  private final long mask;
  private final long capacity;

  /** Written by the thread that adds. */
  private long added;

  /** For at least this many cells. */
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

  /** Whether it may have been added; false for sure if not. */
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

  /** Digests are random already; the sequence has to be spread. */
  private static long hash(CellDigest cell) {
    long mixed = cell.high() + cell.sequence() * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  /** How many cells were added. */
  long added() {
    return added;
  }

  /** Whether it holds more than it was made for. */
  boolean isFull() {
    return added > capacity && capacity < MAX_CELLS;
  }
}
