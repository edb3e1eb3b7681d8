// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** Wall time in Unix milliseconds: decides which window an instant belongs to. */
@FunctionalInterface
public interface EpochClock {

  /** Milliseconds since 1970-01-01T00:00:00Z. May step in either direction, as wall clocks do. */
  long epochMillis();

  /** Returns the machine's clock, read again on every call. */
  static EpochClock system() {
    return System::currentTimeMillis;
  }
}
