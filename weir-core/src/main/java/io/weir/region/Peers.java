// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.time.RoundTrip;
import java.util.function.IntSupplier;

/**
 * What a process knows of the other processes of its region.
 *
 * @param processes how many processes the region has, this one included
 * @param roundTrip how long the origin takes to answer
 */
public record Peers(IntSupplier processes, RoundTrip roundTrip) {
  /** The lower and upper bound of {@link #recentMillis}. */
  private static final int MIN_RECENT_MILLIS = 15;

  private static final int MAX_RECENT_MILLIS = 60;

  /** The number of other processes. */
  int others() {
    return processes.getAsInt() - 1;
  }

  /** How long others may spend before their counts arrive: two round trips and their publish gap, within bounds. */
  int recentMillis(long publishGapMillis) {
    long recent = 2 * roundTrip.millis() + publishGapMillis;
    return (int) Math.max(MIN_RECENT_MILLIS, Math.min(recent, MAX_RECENT_MILLIS));
  }
}
