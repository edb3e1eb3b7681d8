// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Which subject is next at which tick. Each has at most one appointment; those after the last tick are not kept. */
final class Calendar {
  /*
   * A list per tick, linked through the subjects themselves: an appointment costs two writes and no object.
   */
  private static final int NONE = -1;

  private final int[] first;
  private final int[] following;

  Calendar(int ticks, int subjects) {
    first = new int[ticks];
    following = new int[subjects];
    Arrays.fill(first, NONE);
  }

  /** Whether the tick is kept. */
  boolean has(long tick) {
    return tick < first.length;
  }

  void put(int subject, long tick) {
    if (has(tick)) {
      following[subject] = first[(int) tick];
      first[(int) tick] = subject;
    }
  }

  /** Hands out those of this tick, which may be given another appointment while they are. */
  void take(int tick, IntConsumer each) {
    int subject = first[tick];
    first[tick] = NONE;
    while (subject != NONE) {
      int next = following[subject];
      each.accept(subject);
      subject = next;
    }
  }
}
