// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.view;

import java.util.Arrays;

/** What one region admitted into one cell, when, and up to where each process of the other region knew of it. */
final class Trail {
  private static final long NEVER = Long.MAX_VALUE;

  private long[] at = new long[16];
  private long[] upTo = new long[16];
  private int size;
  private long firstPush = NEVER;

  /** Per process of the other region, how many of the admissions it has heard of. */
  private final int[] heard;

  Trail(int observers) {
    heard = new int[observers];
  }

  void admitted(long cost, long now) {
    if (size == at.length) {
      at = Arrays.copyOf(at, 2 * size);
      upTo = Arrays.copyOf(upTo, 2 * size);
    }
    at[size] = now;
    upTo[size] = cost + total();
    size++;
  }

  private long total() {
    return size == 0 ? 0 : upTo[size - 1];
  }

  void pushed(long now) {
    firstPush = Math.min(firstPush, now);
  }

  /** A process of the other region sees that much of this region's spending. */
  void heard(int observer, long foreign, long now, Delays delays) {
    int next = heard[observer];
    while (next < size && upTo[next] <= foreign) {
      if (at[next] >= firstPush && delays.counts(at[next])) {
        delays.told(now - at[next], units(next));
      }
      next++;
    }
    heard[observer] = next;
  }

  /** No more will be heard. */
  void end(Delays delays) {
    for (int known : heard) {
      for (int i = 0; i < size; i++) {
        if (delays.counts(at[i])) {
          end(i, i < known, delays);
        }
      }
    }
  }

  private void end(int admission, boolean known, Delays delays) {
    if (firstPush == NEVER) {
      delays.unpublished(units(admission));
    } else if (at[admission] < firstPush) {
      delays.before(units(admission));
    } else if (!known) {
      delays.late(units(admission));
    }
  }

  private long units(int admission) {
    return upTo[admission] - (admission == 0 ? 0 : upTo[admission - 1]);
  }
}
