// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.simulator.planet.Life;
import io.weir.simulator.traffic.Spender;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruthTest {
  private static final long MINUTE = 60_000;
  private static final Life SOMEBODY = new Life(0, 0, "region-0/node-0");

  private record Spent(int spender, long atMillis, long cost) {}

  private static Spender spender(int number, long millis) {
    return new Spender(number, "w", Limit.of(100, Duration.ofMillis(millis)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  @DisplayName(
      "the sliding window holds this window, and of the one before the part not yet past, rounded down")
  void usageIsThatOfTheSlidingWindow(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Spender> spenders = List.of(spender(0, 7_001), spender(1, MINUTE));
    Truth truth = new Truth(spenders, 3);
    List<Spent> all = new ArrayList<>();
    long now = random.nextLong(1_000_000);
    for (int i = 0; i < 500; i++) {
      now += random.nextLong(1_500);
      int number = random.nextInt(2);
      long duration = spenders.get(number).limit().durationMillis();
      long cost = random.nextLong(1, 20);
      truth.cell(spenders.get(number), now / duration, now).admitted(SOMEBODY, cost, now);
      all.add(new Spent(number, now, cost));

      for (Spender each : spenders) {
        assertThat(truth.usage(each, now))
            .as("seed %d, step %d, %s", seed, i, each)
            .isEqualTo(slowUsage(all, each, now));
      }
    }
  }

  /** By definition, from every single admission. */
  private static long slowUsage(List<Spent> all, Spender spender, long now) {
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
  @DisplayName(
      "a cell is one and the same until it is over, and unknown before anything was admitted")
  void cells() {
    Spender spender = spender(0, MINUTE);
    Truth truth = new Truth(List.of(spender), 1);
    CellKey key = new CellKey(spender.key(), 10);

    assertThat(truth.find(key)).isNull();

    CellTruth cell = truth.cell(spender, 10, 10 * MINUTE);

    assertThat(cell.key()).isEqualTo(key);
    assertThat(truth.cell(spender, 10, 11 * MINUTE)).isSameAs(cell);
    assertThat(truth.find(key)).isSameAs(cell);
    assertThat(truth.spender(spender.key())).isEqualTo(spender);
  }

  @Test
  @DisplayName(
      "a cell that can't matter any more is handed over once, and forgotten, when a new one begins")
  void farewell() {
    Spender spender = spender(0, MINUTE);
    Truth truth = new Truth(List.of(spender), 1, 5_000);
    List<Long> gone = new ArrayList<>();
    truth.onFarewell(cell -> gone.add(cell.key().sequence()));
    truth.cell(spender, 10, 10 * MINUTE);
    truth.cell(spender, 11, 11 * MINUTE);

    truth.cell(spender, 12, 12 * MINUTE + 4_999); // the 10th expires at 12 minutes

    assertThat(gone).isEmpty();

    truth.cell(spender, 13, 12 * MINUTE + 5_000);
    truth.cell(spender, 14, 14 * MINUTE);

    assertThat(gone).containsExactly(10L, 11L);
    assertThat(truth.find(new CellKey(spender.key(), 10))).isNull();
    List<Long> kept = new ArrayList<>();
    truth.forEach(cell -> kept.add(cell.key().sequence()));
    assertThat(kept).containsExactly(12L, 13L, 14L);
  }

  @Test
  @DisplayName("what each region and each of many processes admitted is told apart")
  void manyLives() {
    Spender spender = spender(0, MINUTE);
    CellTruth cell = new Truth(List.of(spender), 3).cell(spender, 0, 0);
    for (int round = 0; round < 2; round++) {
      for (int number = 0; number < 50; number++) {
        cell.admitted(new Life(number * 31, number % 3, "seat"), number, 0);
      }
    }

    assertThat(cell.total()).isEqualTo(2 * 49 * 50 / 2);
    assertThat(cell.life(49 * 31)).isEqualTo(2 * 49);
    assertThat(cell.life(31)).isEqualTo(2);
    assertThat(cell.life(30)).isZero();
    assertThat(cell.region(0) + cell.region(1) + cell.region(2)).isEqualTo(cell.total());
    assertThat(cell.region(2))
        .isEqualTo(2L * IntStream.range(0, 50).filter(i -> i % 3 == 2).sum());
  }
}
