// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.traffic.Spender;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroundTruthTest {
  private static final long MINUTE = 60_000;
  private static final ProcessInstance SOMEBODY = new ProcessInstance(0, 0, "region-0/node-0");

  private record Spent(int spender, long atMillis, long cost) {}

  private static Spender spender(int number, long millis) {
    return new Spender(number, "w", LimitPolicy.of(100, Duration.ofMillis(millis)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void usageIsThatOfTheSlidingWindow(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Spender> spenders = List.of(spender(0, 7_001), spender(1, MINUTE));
    GroundTruth groundTruth = new GroundTruth(spenders, 3);
    List<Spent> all = new ArrayList<>();
    long now = random.nextLong(1_000_000);
    for (int i = 0; i < 500; i++) {
      now += random.nextLong(1_500);
      int number = random.nextInt(2);
      long duration = spenders.get(number).limit().durationMillis();
      long cost = random.nextLong(1, 20);
      groundTruth.cell(spenders.get(number), now / duration, now).admitted(SOMEBODY, cost, now);
      all.add(new Spent(number, now, cost));

      for (Spender each : spenders) {
        assertThat(groundTruth.usage(each, now))
            .as("seed %d, step %d, %s", seed, i, each)
            .isEqualTo(usageByDefinition(all, each, now));
      }
    }
  }

  /** Computes the usage by its definition, from every single admission. */
  private static long usageByDefinition(List<Spent> all, Spender spender, long now) {
    long duration = spender.limit().durationMillis();
    long start = now - now % duration;
    long current = 0;
    long before = 0;
    for (Spent each : all) {
      boolean isTheirs = each.spender() == spender.number();
      current += isTheirs && each.atMillis() >= start ? each.cost() : 0;
      before += isTheirs && each.atMillis() >= start - duration && each.atMillis() < start
          ? each.cost()
          : 0;
    }
    BigInteger carried = BigInteger.valueOf(before)
        .multiply(BigInteger.valueOf(start + duration - now))
        .divide(BigInteger.valueOf(duration));
    return current + carried.longValueExact();
  }

  @Test
  void aCellIsTheSameUntilItsEnd() {
    Spender spender = spender(0, MINUTE);
    GroundTruth groundTruth = new GroundTruth(List.of(spender), 1);
    CellKey key = new CellKey(spender.key(), 10);

    assertThat(groundTruth.find(key)).isNull();

    CellTruth cell = groundTruth.cell(spender, 10, 10 * MINUTE);

    assertThat(cell.key()).isEqualTo(key);
    assertThat(groundTruth.cell(spender, 10, 11 * MINUTE)).isSameAs(cell);
    assertThat(groundTruth.find(key)).isSameAs(cell);
    assertThat(groundTruth.spender(spender.key())).isEqualTo(spender);
  }

  @Test
  void expiredCellsAreHandedOverOnce() {
    Spender spender = spender(0, MINUTE);
    GroundTruth groundTruth = new GroundTruth(List.of(spender), 1, 5_000);
    List<Long> expired = new ArrayList<>();
    groundTruth.onExpired(cell -> expired.add(cell.key().sequence()));
    groundTruth.cell(spender, 10, 10 * MINUTE);
    groundTruth.cell(spender, 11, 11 * MINUTE);

    groundTruth.cell(spender, 12, 12 * MINUTE + 4_999); // the 10th expires at 12 minutes

    assertThat(expired).isEmpty();

    groundTruth.cell(spender, 13, 12 * MINUTE + 5_000);
    groundTruth.cell(spender, 14, 14 * MINUTE);

    assertThat(expired).containsExactly(10L, 11L);
    assertThat(groundTruth.find(new CellKey(spender.key(), 10))).isNull();
    List<Long> kept = new ArrayList<>();
    groundTruth.forEach(cell -> kept.add(cell.key().sequence()));
    assertThat(kept).containsExactly(12L, 13L, 14L);
  }

  @Test
  void eachRegionAndProcessIsCountedSeparately() {
    Spender spender = spender(0, MINUTE);
    CellTruth cell = new GroundTruth(List.of(spender), 3).cell(spender, 0, 0);
    for (int round = 0; round < 2; round++) {
      for (int number = 0; number < 50; number++) {
        cell.admitted(new ProcessInstance(number * 31, number % 3, "seat"), number, 0);
      }
    }

    assertThat(cell.total()).isEqualTo(2 * 49 * 50 / 2);
    assertThat(cell.process(49 * 31)).isEqualTo(2 * 49);
    assertThat(cell.process(31)).isEqualTo(2);
    assertThat(cell.process(30)).isZero();
    assertThat(cell.region(0) + cell.region(1) + cell.region(2)).isEqualTo(cell.total());
    assertThat(cell.region(2))
        .isEqualTo(2L * IntStream.range(0, 50).filter(i -> i % 3 == 2).sum());
  }
}
