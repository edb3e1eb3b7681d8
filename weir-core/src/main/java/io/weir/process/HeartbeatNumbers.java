// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The numbers of a process's heartbeats, which reveal a copy of the process: if a store answers that the previous
 * number was one that this process never sent, another process uses the same name.
 */
public final class HeartbeatNumbers {
  /** The most unanswered heartbeats that are remembered. After a longer outage the next answer reveals nothing. */
  private static final int MAX_UNANSWERED = 64;

  private final NanoClock clock;

  /** The latest answered number, and all that were sent since. Guarded by this. */
  private final Deque<Long> known = new ArrayDeque<>();

  /**
   * Creates numbers from the microseconds of this clock: two copies of a process are unlikely to read the same. Lua
   * can still represent them exactly.
   */
  public HeartbeatNumbers(NanoClock clock) {
    this.clock = clock;
  }

  /** Returns the number of the next heartbeat, higher than all before. */
  public synchronized long next() {
    Long latest = known.peekLast();
    long number = Math.max(latest == null ? 1 : latest + 1, clock.nanoTime() / 1_000);
    known.addLast(number);
    return number;
  }

  /**
   * Records the answer to a heartbeat, with the number before it. True if no heartbeat of this process had that
   * number.
   */
  public synchronized boolean answered(long number, long previous) {
    boolean isForeign =
        previous != 0 && known.size() <= MAX_UNANSWERED && !known.contains(previous);
    known.removeIf(each -> each < number);
    return isForeign;
  }

  /** Starts again, under another name. */
  public synchronized void reset() {
    known.clear();
  }
}
