// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.time.Duration;

/** A clock that moves only when told to, for tests and simulations. Safe for many threads. */
public final class ManualClock implements EpochClock, NanoClock {

  /** Written by whoever drives the test, read by everybody. */
  private volatile long epochMillis;

  private volatile long nanos;

  /** A clock that stands at the given Unix millisecond. */
  public ManualClock(long epochMillis) {
    this.epochMillis = epochMillis;
  }

  @Override
  public long epochMillis() {
    return epochMillis;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  /** Lets time pass: wall time and elapsed time move together. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration must not be negative, but was " + duration);
    }
    // By difference of readings, so that many small steps do not leave wall time behind.
    long before = elapsedMillis();
    nanos += duration.toNanos();
    epochMillis += elapsedMillis() - before;
  }

  /** Lets whole milliseconds pass. */
  public void advanceMillis(long millis) {
    advance(Duration.ofMillis(millis));
  }

  /** Steps the wall clock, forwards or back, as an operator or a time server would. No time passes. */
  public synchronized void stepTo(long millis) {
    epochMillis = millis;
  }
}
