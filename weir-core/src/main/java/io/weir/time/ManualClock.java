// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.time.Duration;

/** A clock that moves only when set, for tests and simulations. Thread-safe. */
public final class ManualClock implements EpochClock, NanoClock {

  /** Written by the code that drives the test, read by any thread. */
  private volatile long epochMillis;

  private volatile long nanos;

  /** Creates a clock that stands at the given Unix millisecond. */
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

  /** Advances wall time and elapsed time together. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration must not be negative, but was " + duration);
    }
    // Computed from the difference of readings, so that wall time does not lose the fractions of
    // many small steps.
    long before = elapsedMillis();
    nanos += duration.toNanos();
    epochMillis += elapsedMillis() - before;
  }

  /** Advances both times by whole milliseconds. */
  public void advanceMillis(long millis) {
    advance(Duration.ofMillis(millis));
  }

  /** Sets the wall clock, forwards or back, as an operator or a time server would. Elapsed time does not change. */
  public synchronized void stepTo(long millis) {
    epochMillis = millis;
  }
}
