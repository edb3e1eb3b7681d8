// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** A distribution of whole numbers. To count one costs a short search and two increments, and allocates nothing. */
final class BucketHistogram {
  /** What a shown unit is in counted ones: a second in nanoseconds, for example. */
  private final double scale;

  /** The largest number of each bucket, ascending; the last bucket has none. */
  private final long[] bounds;

  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /** Buckets up to these bounds, given in shown units. */
  BucketHistogram(double scale, double... bounds) {
    this.scale = scale;
    this.bounds =
        Arrays.stream(bounds).mapToLong(bound -> Math.round(bound * scale)).toArray();
    this.counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
  }

  /** Counts a number. */
  void add(long number) {
    int bucket = 0;
    while (bucket < bounds.length && number > bounds[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    sum.add(number);
  }

  /** How many numbers each bucket has, those of smaller ones not included. */
  long[] counts() {
    return Arrays.stream(counts).mapToLong(LongAdder::sum).toArray();
  }

  /** The largest number of a bucket, in shown units. */
  double upperBound(int bucket) {
    return bucket < bounds.length ? bounds[bucket] / scale : Double.POSITIVE_INFINITY;
  }

  /** The sum of all numbers, in shown units. */
  double sum() {
    return sum.sum() / scale;
  }
}
