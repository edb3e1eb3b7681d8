// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** Tracks when the units of a cell were admitted, and when processes of other regions learned of them. */
public final class AdmissionTrail {
  /*
   * A process knows only the sum of what other regions admitted, not the individual units. So the k-th unit of the
   * others counts as known when the sum that the process knows reaches k.
   */

  /** Receives propagation delays. */
  public interface DelayListener {
    /**
     * Reports that units became known after this delay, or that they were hidden at first, which is counted
     * separately.
     */
    void known(long units, long millis, boolean wasHidden);
  }

  /** The progress of one process through the admissions. */
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

  /** The time at which each region first pushed the cell. */
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

  /** Records that a region pushed the cell to the ledger. */
  public void pushed(int region, long nowMillis) {
    pushedAt.putIfAbsent(region, nowMillis);
  }

  /** Starts to track a process that decided on this cell: from now on, admissions of other regions matter to it. */
  public void follow(int process, int region, long nowMillis) {
    readers.computeIfAbsent(process, number -> new TrailReader(region, nowMillis));
  }

  /** Records the sum of other regions' admissions that the process knows. */
  public void seen(int process, long foreign, long nowMillis, DelayListener delayListener) {
    TrailReader trailReader = readers.get(process);
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
      // What the process knew before its first decision has no delay.
      if (nowMillis > trailReader.since || times[at] >= trailReader.since) {
        delayListener.known(taken, nowMillis - Math.max(times[at], trailReader.since), wasHidden);
      }
      trailReader.passed += taken;
      trailReader.taken = taken == left ? 0 : trailReader.taken + taken;
      trailReader.next += taken == left ? 1 : 0;
    }
  }

  /**
   * Returns the units admitted before an instant that live processes tracking the cell do not know, summed over these
   * processes.
   */
  public long unknown(long beforeMillis, IntPredicate isAlive) {
    long unknown = 0;
    for (Map.Entry<Integer, TrailReader> entry : readers.entrySet()) {
      TrailReader trailReader = entry.getValue();
      if (isAlive.test(entry.getKey())) {
        for (int i = trailReader.next; i < used && times[i] < beforeMillis; i++) {
          long known = i == trailReader.next ? trailReader.taken : 0;
          unknown += regions[i] == trailReader.region ? 0 : units[i] - known;
        }
      }
    }
    return unknown;
  }
}
