// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** A histogram of integers. Recording one costs a short search and two increments, and allocates nothing. */
final class BucketHistogram {
  /** The number of recorded units per displayed unit: for seconds recorded in nanoseconds, 1e9. */
  private final double scale;

  /** The upper bound of each bucket, ascending; the last bucket has none. */
  private final long[] bounds;

  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /** Creates a histogram with these upper bounds, in displayed units. */
  BucketHistogram(double scale, double... bounds) {
    this.scale = scale;
    this.bounds =
        Arrays.stream(bounds).mapToLong(bound -> Math.round(bound * scale)).toArray();
    this.counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
  }

  /** Records a number. */
  void add(long number) {
    int bucket = 0;
    while (bucket < bounds.length && number > bounds[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    sum.add(number);
  }

  /** Returns the count of each bucket, not cumulative. */
  long[] counts() {
    return Arrays.stream(counts).mapToLong(LongAdder::sum).toArray();
  }

  /** Returns the upper bound of a bucket, in displayed units. */
  double upperBound(int bucket) {
    return bucket < bounds.length ? bounds[bucket] / scale : Double.POSITIVE_INFINITY;
  }

  /** Returns the sum of all numbers, in displayed units. */
  double sum() {
    return sum.sum() / scale;
  }
}
