// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.result.Run.Bucket;
import java.util.ArrayList;
import java.util.List;

/** A histogram of whole numbers: exact up to a ceiling; above it, only the maximum is exact. */
final class Histogram {
  /** Bucket boundaries within each power of ten. */
  private static final int[] STEPS = {1, 2, 5};

  private final long[] counts;
  private long total;
  private long highest;
  private double sum;

  /** Creates a histogram that is exact below the ceiling. */
  Histogram(int ceiling) {
    counts = new long[ceiling + 1];
  }

  void add(long value, long times) {
    counts[(int) Math.min(value, counts.length - 1)] += times;
    total += times;
    sum += (double) value * times;
    highest = Math.max(highest, value);
  }

  long total() {
    return total;
  }

  long highest() {
    return highest;
  }

  double mean() {
    return total == 0 ? 0 : sum / total;
  }

  /** Returns the smallest recorded value that is at least as large as the given fraction of all values. */
  long percentile(double part) {
    long wanted = (long) Math.ceil(part * total);
    long seen = 0;
    for (int value = 0; value < counts.length - 1; value++) {
      seen += counts[value];
      if (seen >= wanted) {
        return value;
      }
    }
    return highest;
  }

  /**
   * Returns buckets whose upper limits grow as 1, 2, 5, 10. The last bucket includes values above the ceiling, so
   * that no value is understated.
   */
  List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    long from = 0;
    for (long power = 1; from <= highest && total > 0; power *= 10) {
      for (int step : STEPS) {
        long upTo = step * power;
        long inside = 0;
        for (long value = from; value <= Math.min(upTo, counts.length - 2); value++) {
          inside += counts[(int) value];
        }
        if (from <= highest && highest <= upTo) {
          inside += counts[counts.length - 1];
        }
        if (from <= highest) {
          buckets.add(new Bucket(upTo, inside));
        }
        from = upTo + 1;
      }
    }
    return buckets;
  }
}
