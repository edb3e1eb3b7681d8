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
  /** What others spend is heard of within two round trips and a publish gap, at least this and at most that. */
  private static final int MIN_RECENT_MILLIS = 15;

  private static final int MAX_RECENT_MILLIS = 60;

  /** How many others there are. */
  int others() {
    return processes.getAsInt() - 1;
  }

  /** For how long others may spend before they are heard of, if they publish with this gap. */
  int recentMillis(long publishGapMillis) {
    long recent = 2 * roundTrip.millis() + publishGapMillis;
    return (int) Math.max(MIN_RECENT_MILLIS, Math.min(recent, MAX_RECENT_MILLIS));
  }
}
