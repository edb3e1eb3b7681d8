// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** When the units of a cell were admitted, and when processes of other regions came to know of them. */
public final class Trail {
  /*
   * A process knows the sum of what other regions admitted, not which units. So the k-th unit of the others counts as known
   * when the sum that the process knows reaches k.
   */

  /** Hears of delays. */
  public interface Clerk {
    /** So many units took so long to be known; or were hidden at first, which is another matter. */
    void known(long units, long millis, boolean wasHidden);
  }

  /** How far one process has come. */
  private static final class Reader {
    private final int region;
    private final long since;
    private int next;
    private long passed;
    private long taken;

    private Reader(int region, long since) {
      this.region = region;
      this.since = since;
    }
  }

  private long[] times = new long[4];
  private int[] regions = new int[4];
  private long[] units = new long[4];
  private int used;
  private final Map<Integer, Reader> readers = new LinkedHashMap<>();

  /** When each region first told of the cell. */
  private final Map<Integer, Long> toldAt = new HashMap<>(2);

  void admitted(int region, long cost, long atMillis) {
    if (used == times.length) {
      times = Arrays.copyOf(times, 2 * used);
      regions = Arrays.copyOf(regions, 2 * used);
      units = Arrays.copyOf(units, 2 * used);
    }
    times[used] = atMillis;
    regions[used] = region;
    units[used] = cost;
    used++;
  }

  /** A region told the ledger of the cell. */
  public void told(int region, long nowMillis) {
    toldAt.putIfAbsent(region, nowMillis);
  }

  /** A process decided on this cell: from now on it matters to it what others admitted. */
  public void follow(int life, int region, long nowMillis) {
    readers.computeIfAbsent(life, number -> new Reader(region, nowMillis));
  }

  /** The process knows that other regions admitted so much. */
  public void heard(int life, long foreign, long nowMillis, Clerk clerk) {
    Reader reader = readers.get(life);
    if (reader == null) {
      return;
    }
    while (reader.next < used && reader.passed < foreign) {
      int at = reader.next;
      if (regions[at] == reader.region) {
        reader.next++;
        continue;
      }
      long left = units[at] - reader.taken;
      long taken = Math.min(left, foreign - reader.passed);
      boolean wasHidden = times[at] < toldAt.getOrDefault(regions[at], Long.MAX_VALUE);
      // Before it asked, it did not matter to it; and what it knew by then was no delay.
      if (nowMillis > reader.since || times[at] >= reader.since) {
        clerk.known(taken, nowMillis - Math.max(times[at], reader.since), wasHidden);
      }
      reader.passed += taken;
      reader.taken = taken == left ? 0 : reader.taken + taken;
      reader.next += taken == left ? 1 : 0;
    }
  }

  /** The units admitted before an instant, over all processes that follow the cell and still live, that they do not know. */
  public long unknown(long beforeMillis, IntPredicate lives) {
    long unknown = 0;
    for (Map.Entry<Integer, Reader> entry : readers.entrySet()) {
      Reader reader = entry.getValue();
      if (lives.test(entry.getKey())) {
        for (int i = reader.next; i < used && times[i] < beforeMillis; i++) {
          long known = i == reader.next ? reader.taken : 0;
          unknown += regions[i] == reader.region ? 0 : units[i] - known;
        }
      }
    }
    return unknown;
  }
}
