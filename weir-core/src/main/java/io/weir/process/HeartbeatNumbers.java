// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import io.weir.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The numbers of a process's heartbeats, by which it notices a copy of itself: a store that answers with a number before this
 * one that the process never sent has heard of another one under the same name.
 */
public final class HeartbeatNumbers {
  /** Unanswered heartbeats that are remembered. After a longer outage the next answer says nothing. */
  private static final int MAX_UNANSWERED = 64;

  private final NanoClock clock;

  /** The latest that was answered, and all that were sent since. Guarded by this. */
  private final Deque<Long> known = new ArrayDeque<>();

  /** Numbers are microseconds of this clock: two copies of a process hardly read the same. Lua still counts them exactly. */
  public HeartbeatNumbers(NanoClock clock) {
    this.clock = clock;
  }

  /** The number of the next heartbeat, higher than all before. */
  public synchronized long next() {
    Long latest = known.peekLast();
    long number = Math.max(latest == null ? 1 : latest + 1, clock.nanoTime() / 1_000);
    known.addLast(number);
    return number;
  }

  /** A heartbeat was answered, and this was the number before it. True if no heartbeat of this process had that. */
  public synchronized boolean answered(long number, long previous) {
    boolean isForeign =
        previous != 0 && known.size() <= MAX_UNANSWERED && !known.contains(previous);
    known.removeIf(each -> each < number);
    return isForeign;
  }

  /** Starts anew, under another name. */
  public synchronized void reset() {
    known.clear();
  }
}
