// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** Elapsed time in nanoseconds, for pacing agents and measuring waits. Never steps; has no fixed origin. */
@FunctionalInterface
public interface NanoClock {

  /** Nanoseconds since an arbitrary instant. Only differences mean anything. */
  long nanoTime();

  /** The same reading in whole milliseconds. */
  default long elapsedMillis() {
    return Math.floorDiv(nanoTime(), 1_000_000L);
  }

  /** The machine's monotonic clock. */
  static NanoClock system() {
    return System::nanoTime;
  }
}
