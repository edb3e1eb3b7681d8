// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import java.util.Arrays;

/**
 * The instants at which the recent units of one subject were spent, as far as this process knows: the input of an
 * exact window. Not thread-safe: callers hold its monitor from reading the cells until the cost is held or admitted.
 */
public final class AdmissionLog {
  /*
   * Filled from the counts of the cells. Units that this process admitted under an exact window have their true
   * instants. All others get an instant that is not too early: now if the window is the current one, else the last
   * instant of the window. So a unit never expires too early, and at the latest one duration after the end of its
   * window.
   */

  /**
   * The largest limit that may have an exact window. Limits for logins, codes and exports are a few dozen at most. A
   * larger maximum would let a flood of identifiers use far more memory, and the estimate gets better the larger a
   * limit is.
   */
  public static final int MAX_LIMIT = 64;

  /** One more than the largest limit: with this many younger units, no older one can make a difference. */
  static final int CAPACITY = MAX_LIMIT + 1;

  private final long duration;

  /** The start of the window that {@link #current} describes. */
  private long start = Long.MIN_VALUE;

  /** The latest instant of any evaluation. If a clock steps back, this instant is used until the clock catches up. */
  private long latest = Long.MIN_VALUE;

  private RecentUnits current = new RecentUnits();
  private RecentUnits previous = new RecentUnits();

  /** Creates an empty log. */
  public AdmissionLog(long duration) {
    this.duration = duration;
  }

  /**
   * The result of an evaluation of an exact window.
   *
   * @param instant the instant used as now
   * @param carried units of the previous window that are younger than the duration
   * @param carriedByOthers the part of them that other processes and regions spent
   * @param freeAt when the cost fits if nothing else is spent meanwhile; undefined if it fits now or never
   */
  public record TrailingUsage(long instant, long carried, long carriedByOthers, long freeAt) {}

  /** Updates the log from the cell counts in the evaluation, and returns the result for it. */
  TrailingUsage evaluate(Evaluation e) {
    moveTo(e.start());
    latest = Math.max(latest, Math.max(e.epochMillis(), e.start()));
    long othersBefore = Window.plus(e.previousSiblings(), e.previousForeign());
    previous.learn(e.previousOwn(), othersBefore, e.start() - 1);
    current.learn(e.own(), Window.plus(e.siblings(), e.foreign()), latest);
    long since = latest - duration;
    return new TrailingUsage(latest, previous.after(since), previous.othersAfter(since), freeAt(e));
  }

  private void moveTo(long newStart) {
    if (newStart == start) {
      return;
    }
    previous = newStart == start + duration ? current : new RecentUnits();
    current = new RecentUnits();
    start = newStart;
  }

  /**
   * The instant at which enough units are older than the duration. Held costs count as spent at the latest possible
   * instant.
   */
  private long freeAt(Evaluation e) {
    long room = Window.room(e.limit(), e.current(), e.cost());
    long blocking = room >= 0
        ? previous.newest(room - e.previousSpeculative(), e.start() - 1)
        : current.newest(e.limit() - e.cost() - e.speculative(), latest);
    return blocking + duration;
  }

  /** Records that this process spent this cost in the window that begins at {@code windowStart}. */
  public void recordAdmission(long windowStart, long cost, long at) {
    if (windowStart == start) {
      current.spend(cost, at);
    } else if (windowStart == start - duration) {
      previous.spend(cost, at);
    }
  }

  /** The newest units of one fixed window. */
  private static final class RecentUnits {
    private static final long[] NONE = {};

    /** Instants in ascending order, doubled, plus 1 where another process spent the unit. */
    private long[] stamps = NONE;

    private int size;

    /** The counts that the stamps represent, including dropped ones that are older than a full log. */
    private long own;

    private long others;

    private void learn(long ownCount, long othersCount, long at) {
      add(ownCount - own, at << 1);
      add(othersCount - others, at << 1 | 1);
      own = Math.max(own, ownCount);
      others = Math.max(others, othersCount);
    }

    private void spend(long cost, long at) {
      add(cost, at << 1);
      own = Window.plus(own, cost);
    }

    private void add(long units, long stamp) {
      for (long left = Math.min(units, CAPACITY); left > 0; left--) {
        insert(stamp);
      }
    }

    private void insert(long stamp) {
      int place = size;
      while (place > 0 && stamps[place - 1] > stamp) {
        place--;
      }
      if (size < CAPACITY) {
        if (size == stamps.length) {
          stamps = Arrays.copyOf(stamps, Math.min(CAPACITY, Math.max(2, 2 * size)));
        }
        System.arraycopy(stamps, place, stamps, place + 1, size - place);
        stamps[place] = stamp;
        size++;
      } else if (place > 0) { // drops the oldest
        System.arraycopy(stamps, 1, stamps, 0, place - 1);
        stamps[place - 1] = stamp;
      }
    }

    /** The number of units spent after this instant. */
    private int after(long instant) {
      int count = 0;
      while (count < size && stamps[size - 1 - count] >> 1 > instant) {
        count++;
      }
      return count;
    }

    private long othersAfter(long instant) {
      int count = 0;
      for (int i = size - after(instant); i < size; i++) {
        count += (int) (stamps[i] & 1);
      }
      return count;
    }

    /**
     * The instant of the unit that has {@code newer} newer ones. Negative if it is a held unit, which counts as spent
     * then.
     */
    private long newest(long newer, long held) {
      return newer < 0 || newer >= size ? held : stamps[size - 1 - (int) newer] >> 1;
    }
  }
}
