// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The sliding window straight from its definition, in numbers without bounds and without shortcuts. It shares no code
 * with {@link Window}: where the two agree, both are right or both repeat the same mistake in different words.
 */
final class ExactWindow {
  private static final BigInteger LARGEST = big(Long.MAX_VALUE);
  private static final BigInteger SMALLEST = big(Long.MIN_VALUE);

  private final BigInteger limit;
  private final BigInteger duration;
  private final BigInteger cost;
  private final BigInteger epochMillis;
  private final Scene scene;

  ExactWindow(Scene scene) {
    this.limit = big(scene.limit());
    this.duration = big(scene.duration());
    this.cost = big(scene.cost());
    this.epochMillis = big(scene.epochMillis());
    this.scene = scene;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static long saturated(BigInteger value) {
    return value.min(LARGEST).longValueExact();
  }

  BigInteger sequence() {
    BigInteger[] parts = epochMillis.divideAndRemainder(duration);
    return parts[1].signum() < 0 ? parts[0].subtract(ONE) : parts[0];
  }

  /** A window that began before time can be told began when it can. */
  BigInteger start() {
    return sequence().multiply(duration).max(SMALLEST);
  }

  long reset() {
    return saturated(start().add(duration));
  }

  BigInteger elapsed() {
    return epochMillis.subtract(start());
  }

  BigInteger current() {
    return sum(scene.current());
  }

  BigInteger previous() {
    return sum(scene.previous());
  }

  /** One window's count is itself a long, so it saturates before anything is made of it. */
  private static BigInteger sum(Scene.Counts counts) {
    return big(counts.own())
        .add(big(counts.siblings()))
        .add(big(counts.foreign()))
        .add(big(counts.speculative()))
        .min(LARGEST);
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
    BigInteger now = big(scene.current().own()).add(big(scene.current().siblings()));
    BigInteger before = big(scene.previous().own()).add(big(scene.previous().siblings()));
    return saturated(now.add(shareOf(before.min(LARGEST), elapsed())));
  }

  /** Looks for the first instant that fits: in this window, in the next, and then where nothing is carried any more. */
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

  /** The least number below {@code end} from which on the test holds; {@code end} if there is none. */
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
