// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A reference implementation of the sliding window, directly from its definition, with unbounded numbers and without
 * shortcuts. It shares no code with {@link Window}, so an error would have to be made twice to remain unnoticed.
 */
final class ReferenceWindow {
  private static final BigInteger MAX_LONG = big(Long.MAX_VALUE);
  private static final BigInteger MIN_LONG = big(Long.MIN_VALUE);

  private final BigInteger limit;
  private final BigInteger duration;
  private final BigInteger cost;
  private final BigInteger epochMillis;
  private final WindowQuestion windowQuestion;

  ReferenceWindow(WindowQuestion windowQuestion) {
    this.limit = big(windowQuestion.limit());
    this.duration = big(windowQuestion.duration());
    this.cost = big(windowQuestion.cost());
    this.epochMillis = big(windowQuestion.epochMillis());
    this.windowQuestion = windowQuestion;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static long saturated(BigInteger value) {
    return value.min(MAX_LONG).longValueExact();
  }

  BigInteger sequence() {
    BigInteger[] parts = epochMillis.divideAndRemainder(duration);
    return parts[1].signum() < 0 ? parts[0].subtract(ONE) : parts[0];
  }

  /** The start of the window, at least the smallest time that a long can represent. */
  BigInteger start() {
    return sequence().multiply(duration).max(MIN_LONG);
  }

  long reset() {
    return saturated(start().add(duration));
  }

  BigInteger elapsed() {
    return epochMillis.subtract(start());
  }

  BigInteger current() {
    return sum(windowQuestion.current());
  }

  BigInteger previous() {
    return sum(windowQuestion.previous());
  }

  /** The count of one window. It is itself a long, so it saturates before it is used. */
  private static BigInteger sum(WindowQuestion.Counts counts) {
    return big(counts.own())
        .add(big(counts.siblings()))
        .add(big(counts.foreign()))
        .add(big(counts.speculative()))
        .min(MAX_LONG);
  }

  private BigInteger shareOf(BigInteger count, BigInteger into) {
    return count.multiply(duration.subtract(into)).divide(duration);
  }

  long carried() {
    return saturated(shareOf(previous(), elapsed()));
  }

  private BigInteger held() {
    return current().add(shareOf(previous(), elapsed()));
  }

  long effective() {
    return saturated(held().add(cost));
  }

  long headroom() {
    return saturated(limit.subtract(held()).max(ZERO));
  }

  boolean fits() {
    return limit.signum() > 0 && held().add(cost).compareTo(limit) <= 0;
  }

  long regional() {
    BigInteger now =
        big(windowQuestion.current().own()).add(big(windowQuestion.current().siblings()));
    BigInteger before =
        big(windowQuestion.previous().own()).add(big(windowQuestion.previous().siblings()));
    return saturated(now.add(shareOf(before.min(MAX_LONG), elapsed())));
  }

  /**
   * Searches for the first instant that fits: in this window, in the next, and then when nothing is carried any more.
   */
  OptionalLong retryAfter() {
    if (limit.signum() == 0 || cost.compareTo(limit) > 0) {
      return OptionalLong.empty();
    }
    BigInteger left = duration.subtract(elapsed());
    BigInteger here =
        first(left, wait -> fitsAt(current(), shareOf(previous(), elapsed().add(wait))));
    if (here.compareTo(left) < 0) {
      return OptionalLong.of(saturated(here));
    }
    BigInteger next = first(duration, into -> fitsAt(ZERO, shareOf(current(), into)));
    return OptionalLong.of(saturated(left.add(next)));
  }

  private boolean fitsAt(BigInteger count, BigInteger carried) {
    return count.add(carried).add(cost).compareTo(limit) <= 0;
  }

  /** The least number below {@code end} from which on the predicate holds; {@code end} if there is none. */
  private static BigInteger first(BigInteger end, Predicate<BigInteger> test) {
    BigInteger low = ZERO;
    BigInteger high = end;
    while (low.compareTo(high) < 0) {
      BigInteger middle = low.add(high).divide(TWO);
      if (test.test(middle)) {
        high = middle;
      } else {
        low = middle.add(ONE);
      }
    }
    return low;
  }
}
