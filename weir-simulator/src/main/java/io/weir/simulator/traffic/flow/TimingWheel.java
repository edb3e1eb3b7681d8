// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A timing wheel that schedules members by millisecond. Each member has at most one entry; entries after the end are
 * dropped.
 */
final class TimingWheel {
  /*
   * Keeps one list per millisecond of the current chapter and one list per later chapter, linked through the members
   * themselves: an entry costs two or three writes and no object, and a day needs no more memory than a minute. A
   * chapter's list is distributed over its milliseconds when it is reached. The order within a millisecond is
   * arbitrary but deterministic.
   */
  private static final int NONE = -1;

  /** A chapter has 2^16 milliseconds: its lists fit into the second-level cache, and few members move twice. */
  private static final int BITS = 16;

  private static final int SLOTS = 1 << BITS;

  private final int[] current = new int[SLOTS];
  private final int[] later;
  private final int[] following;
  private final int[] slots;
  private int chapter;

  TimingWheel(long millis, int members) {
    later = new int[Math.toIntExact((millis + SLOTS - 1) >> BITS)];
    following = new int[members];
    slots = new int[members];
    Arrays.fill(current, NONE);
    Arrays.fill(later, NONE);
  }

  /** Schedules a member that is in no list, for a millisecond that was not taken yet. */
  void schedule(int member, long millisecond) {
    long at = millisecond >> BITS;
    int slot = (int) (millisecond & (SLOTS - 1));
    if (at == chapter) {
      following[member] = current[slot];
      current[slot] = member;
    } else if (at < later.length) {
      slots[member] = slot;
      following[member] = later[(int) at];
      later[(int) at] = member;
    }
  }

  /**
   * Passes on the members of a millisecond, which may be scheduled again meanwhile. Call it for every millisecond in
   * order.
   */
  void take(long millisecond, IntConsumer each) {
    int at = (int) (millisecond >> BITS);
    if (at != chapter) {
      open(at);
    }
    int slot = (int) (millisecond & (SLOTS - 1));
    int member = current[slot];
    current[slot] = NONE;
    while (member != NONE) {
      int next = following[member];
      each.accept(member);
      member = next;
    }
  }

  private void open(int next) {
    chapter = next;
    int member = later[next];
    later[next] = NONE;
    while (member != NONE) {
      int after = following[member];
      following[member] = current[slots[member]];
      current[slots[member]] = member;
      member = after;
    }
  }
}
