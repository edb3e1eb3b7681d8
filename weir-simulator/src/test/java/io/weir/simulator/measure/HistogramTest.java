// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run.Bucket;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HistogramTest {

  @Test
  void anEmptyHistogramIsAllZeros() {
    Histogram histogram = new Histogram(100);

    assertThat(histogram.total()).isZero();
    assertThat(histogram.highest()).isZero();
    assertThat(histogram.mean()).isZero();
    assertThat(histogram.percentile(0.99)).isZero();
    assertThat(histogram.buckets()).isEmpty();
  }

  @Test
  void percentilesMatchTheSortedList() {
    SplittableRandom random = new SplittableRandom(1);
    Histogram histogram = new Histogram(1_000);
    long[] values = random.longs(777, 0, 1_000).toArray();
    for (long value : values) {
      histogram.add(value, 1);
    }
    Arrays.sort(values);

    for (double part : new double[] {0.001, 0.25, 0.5, 0.9, 0.99, 1}) {
      assertThat(histogram.percentile(part))
          .as("part %s", part)
          .isEqualTo(values[(int) Math.ceil(part * values.length) - 1]);
    }
    assertThat(histogram.mean()).isEqualTo(Arrays.stream(values).average().orElseThrow());
    assertThat(histogram.highest()).isEqualTo(values[776]);
  }

  @Test
  void repeatedValuesCountEachTime() {
    Histogram histogram = new Histogram(100);
    histogram.add(10, 98);
    histogram.add(20, 2);

    assertThat(histogram.total()).isEqualTo(100);
    assertThat(histogram.percentile(0.98)).isEqualTo(10);
    assertThat(histogram.percentile(0.99)).isEqualTo(20);
    assertThat(histogram.mean()).isEqualTo(10.2);
  }

  @Test
  void bucketsEndAtRoundNumbersAndLoseNothing() {
    Histogram histogram = new Histogram(1_000);
    histogram.add(0, 1);
    histogram.add(1, 2);
    histogram.add(2, 4);
    histogram.add(5, 8);
    histogram.add(6, 16);
    histogram.add(21, 32);

    assertThat(histogram.buckets())
        .containsExactly(
            new Bucket(1, 3),
            new Bucket(2, 4),
            new Bucket(5, 8),
            new Bucket(10, 16),
            new Bucket(20, 0),
            new Bucket(50, 32));
  }

  @Test
  void aboveTheCeilingOnlyTheMaximumIsKnown() {
    Histogram histogram = new Histogram(100);
    histogram.add(7, 1);
    histogram.add(4_000, 3);

    assertThat(histogram.highest()).isEqualTo(4_000);
    assertThat(histogram.percentile(0.25)).isEqualTo(7);
    assertThat(histogram.percentile(0.5)).isEqualTo(4_000);
    assertThat(histogram.mean()).isEqualTo(12_007 / 4.0);
    assertThat(histogram.buckets())
        .contains(new Bucket(10, 1), new Bucket(100, 0))
        .last()
        .isEqualTo(new Bucket(5_000, 3));
    assertThat(histogram.buckets()).extracting(Bucket::units).containsOnly(0L, 1L, 3L);
  }
}
