// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import java.math.BigInteger;
import java.util.OptionalLong;

/** The arithmetic of two fixed windows read as one sliding window. Counts and costs are never negative. */
public final class Window {
  /*
   *   previous window      current window
   *  |--------------------|--------------------|
   *           ^start-D     ^start     ^t        ^start+D = reset
   *
   * A check at t sees the current window whole, and of the previous one the share that a window of length D ending at
   * t would still cover: floor(previous * (D - elapsed) / D), with elapsed = t - start.
   *
   * The share is truncated on purpose. Without it a caller at limit 1 would get 55 % of what was promised, because a
   * tiny remainder of one admission blocks the next whole one.
   *
   * Sums saturate at Long.MAX_VALUE, so no input can wrap into a small number and be allowed.
   */

  /** Products of a count below 2^31 and a duration below 2^32 stay below 2^63, so they need no overflow check. */
  private static final long SMALL_COUNT = 1L << 31;

  private static final long SMALL_DURATION = 1L << 32;

  private Window() {}

  /** The number of the fixed window that holds the instant. */
  public static long sequence(long epochMillis, long duration) {
    return Math.floorDiv(epochMillis, duration);
  }

  /** The first instant of the fixed window that holds the instant. */
  public static long start(long epochMillis, long duration) {
    long into = Math.floorMod(epochMillis, duration);
    return epochMillis < Long.MIN_VALUE + into ? Long.MIN_VALUE : epochMillis - into;
  }

  /** The end of the fixed window that begins at {@code start}. */
  public static long reset(long start, long duration) {
    return start > Long.MAX_VALUE - duration ? Long.MAX_VALUE : start + duration;
  }

  /** The sum of two counts, at most Long.MAX_VALUE. */
  public static long plus(long count, long other) {
    long sum = count + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** The product, or the largest number there is: it never wraps. Neither may be negative. */
  public static long times(long count, int parts) {
    return parts != 0 && count > Long.MAX_VALUE / parts ? Long.MAX_VALUE : count * parts;
  }

  /** What is left of the previous window's count after {@code elapsed} milliseconds of the current one. */
  public static long carried(long previous, long elapsed, long duration) {
    long weight = duration - elapsed;
    if (previous < SMALL_COUNT && duration < SMALL_DURATION) {
      return previous * weight / duration;
    }
    // previous = whole * duration + rest, so whole * weight is exact, and at most previous.
    long whole = previous / duration;
    long rest = previous % duration;
    return whole * weight + floorProductQuotient(rest, weight, duration);
  }

  /** What the sliding window would hold with this cost: the number that must not exceed the limit. */
  public static long effective(long current, long carried, long cost) {
    return plus(plus(current, carried), cost);
  }

  /**
   * What current and cost leave for the previous window's share; negative when they alone exceed the limit. Subtracts
   * and never adds, so it is exact: under the largest limit a saturated sum would look as if it fitted.
   */
  static long room(long limit, long current, long cost) {
    long left = limit - cost;
    return left < 0 ? left : left - current;
  }

  /** What could still be spent: the limit less what the sliding window holds, at least 0. */
  public static long headroom(long current, long carried, long limit) {
    return Math.max(0, limit - plus(current, carried));
  }

  /**
   * Whether {@code previous}, decayed by {@code elapsed}, leaves at least nothing of {@code room} overspent. Same answer
   * as {@code carried(..) <= room}, without its division: this is the one that every check runs.
   */
  static boolean carriedFits(long previous, long room, long elapsed, long duration) {
    if (previous <= room) {
      return true;
    }
    if (previous < SMALL_COUNT && duration < SMALL_DURATION) {
      return previous * (duration - elapsed) < (room + 1) * duration;
    }
    return carried(previous, elapsed, duration) <= room;
  }

  /**
   * Milliseconds from the instant of the question until the cost would fit if nothing else were admitted; 0 when it fits
   * now, empty when it never will.
   */
  public static OptionalLong retryAfter(Evaluation e) {
    if (e.limit() <= 0 || e.cost() > e.limit()) {
      return OptionalLong.empty();
    }
    AdmissionLog.TrailingUsage trailingUsage = e.trailing();
    if (trailingUsage != null) {
      return OptionalLong.of(e.fits() ? 0 : trailingUsage.freeAt() - e.epochMillis());
    }
    long wait = waitWithin(e);
    // A clock that stands behind the window counts as standing at its start, but has to get there
    // first.
    return OptionalLong.of(wait == 0 ? 0 : plus(wait, Math.max(0, e.start() - e.epochMillis())));
  }

  /** Milliseconds from {@code elapsed} until the cost fits. */
  private static long waitWithin(Evaluation e) {
    long roomNow = room(e.limit(), e.current(), e.cost());
    if (roomNow >= 0) {
      long at = firstFit(e.previous(), roomNow, e.duration());
      if (at < e.duration()) {
        return Math.max(0, at - e.elapsed());
      }
    }
    // The next window begins empty and inherits this one; the one after that inherits nothing.
    long next = firstFit(e.current(), e.limit() - e.cost(), e.duration());
    return plus(e.duration() - e.elapsed(), next);
  }

  /** The first millisecond of a window at which {@code previous} has decayed to {@code room}; its length if not in it. */
  private static long firstFit(long previous, long room, long duration) {
    if (previous <= room) {
      return 0;
    }
    // carried <= room  <=>  previous * weight < (room + 1) * duration
    //                  <=>  weight <= ((room + 1) * duration - 1) / previous
    BigInteger most = BigInteger.valueOf(room)
        .add(BigInteger.ONE)
        .multiply(BigInteger.valueOf(duration))
        .subtract(BigInteger.ONE)
        .divide(BigInteger.valueOf(previous));
    return duration - most.longValueExact();
  }

  private static long floorProductQuotient(long left, long right, long divisor) {
    if (Math.multiplyHigh(left, right) == 0 && left * right >= 0) {
      return left * right / divisor;
    }
    return BigInteger.valueOf(left)
        .multiply(BigInteger.valueOf(right))
        .divide(BigInteger.valueOf(divisor))
        .longValueExact();
  }
}
