// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.view;

/** How long it took until units that one region admitted were known in another, to the millisecond. */
public final class Delays {
  /** Longer ones count as late, and so does never: beyond what any policy here is meant to take. */
  public static final int LATE_MILLIS = 30_000;

  private final long[] counts = new long[LATE_MILLIS + 1];
  private long from = Long.MAX_VALUE;
  private long to = Long.MAX_VALUE;
  private long told;
  private long late;
  private long before;
  private long unpublished;

  /** Units admitted from one millisecond on and before another count; until this is called, none does. */
  void measure(long fromMillis, long toMillis) {
    from = fromMillis;
    to = toMillis;
  }

  boolean counts(long admittedAt) {
    return admittedAt >= from && admittedAt < to;
  }

  void told(long millis, long units) {
    if (millis > LATE_MILLIS) {
      late += units;
    } else {
      counts[(int) millis] += units;
      told += units;
    }
  }

  void late(long units) {
    late += units;
  }

  void before(long units) {
    before += units;
  }

  void unpublished(long units) {
    unpublished += units;
  }

  /** The delay in milliseconds that this share of the told units did not exceed; not-a-number if none was told. */
  public double percentile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * told));
    long passed = 0;
    for (int millis = 0; millis <= LATE_MILLIS; millis++) {
      passed += counts[millis];
      if (passed >= rank) {
        return millis;
      }
    }
    return Double.NaN;
  }

  /** Of the units that were admitted after their cell was first pushed, those known too late or never. */
  public double lateShare() {
    return late / (double) (told + late);
  }

  /** Of all units, those that the first push of their cell brought along. */
  public double beforeShare() {
    return before / (double) all();
  }

  /** Of all units, those in cells that were never pushed. */
  public double unpublishedShare() {
    return unpublished / (double) all();
  }

  /** Units looked at, once for each process of the other region. */
  public long all() {
    return told + late + before + unpublished;
  }
}
