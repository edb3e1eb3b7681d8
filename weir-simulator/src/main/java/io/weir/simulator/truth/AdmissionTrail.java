// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** When the units of a cell were admitted, and when processes of other regions came to know of them. */
public final class AdmissionTrail {
  /*
   * A process knows the sum of what other regions admitted, not which units. So the k-th unit of the others counts as known
   * when the sum that the process knows reaches k.
   */

  /** Hears of delays. */
  public interface DelayListener {
    /** So many units took so long to be known; or were hidden at first, which is another matter. */
    void known(long units, long millis, boolean wasHidden);
  }

  /** How far one process has come. */
  private static final class TrailReader {
    private final int region;
    private final long since;
    private int next;
    private long passed;
    private long taken;

    private TrailReader(int region, long since) {
      this.region = region;
      this.since = since;
    }
  }

  private long[] times = new long[4];
  private int[] regions = new int[4];
  private long[] units = new long[4];
  private int used;
  private final Map<Integer, TrailReader> readers = new LinkedHashMap<>();

  /** When each region first told of the cell. */
  private final Map<Integer, Long> pushedAt = new HashMap<>(2);

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
  public void pushed(int region, long nowMillis) {
    pushedAt.putIfAbsent(region, nowMillis);
  }

  /** A process decided on this cell: from now on it matters to it what others admitted. */
  public void follow(int life, int region, long nowMillis) {
    readers.computeIfAbsent(life, number -> new TrailReader(region, nowMillis));
  }

  /** The process knows that other regions admitted so much. */
  public void seen(int life, long foreign, long nowMillis, DelayListener delayListener) {
    TrailReader trailReader = readers.get(life);
    if (trailReader == null) {
      return;
    }
    while (trailReader.next < used && trailReader.passed < foreign) {
      int at = trailReader.next;
      if (regions[at] == trailReader.region) {
        trailReader.next++;
        continue;
      }
      long left = units[at] - trailReader.taken;
      long taken = Math.min(left, foreign - trailReader.passed);
      boolean wasHidden = times[at] < pushedAt.getOrDefault(regions[at], Long.MAX_VALUE);
      // Before it asked, it did not matter to it; and what it knew by then was no delay.
      if (nowMillis > trailReader.since || times[at] >= trailReader.since) {
        delayListener.known(taken, nowMillis - Math.max(times[at], trailReader.since), wasHidden);
      }
      trailReader.passed += taken;
      trailReader.taken = taken == left ? 0 : trailReader.taken + taken;
      trailReader.next += taken == left ? 1 : 0;
    }
  }

  /** The units admitted before an instant, over all processes that follow the cell and still live, that they do not know. */
  public long unknown(long beforeMillis, IntPredicate lives) {
    long unknown = 0;
    for (Map.Entry<Integer, TrailReader> entry : readers.entrySet()) {
      TrailReader trailReader = entry.getValue();
      if (lives.test(entry.getKey())) {
        for (int i = trailReader.next; i < used && times[i] < beforeMillis; i++) {
          long known = i == trailReader.next ? trailReader.taken : 0;
          unknown += regions[i] == trailReader.region ? 0 : units[i] - known;
        }
      }
    }
    return unknown;
  }
}
