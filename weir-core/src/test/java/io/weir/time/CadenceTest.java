// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CadenceTest {
  private static final long INTERVAL = 100;

  private static Cadence cadence(long seed) {
    return new Cadence(INTERVAL, new SplittableRandom(seed), 0);
  }

  /** Returns the instants at which it was due, polled every {@code step} milliseconds. */
  private static List<Long> beats(Cadence cadence, int count, int step) {
    List<Long> beats = new ArrayList<>();
    for (long now = 0; beats.size() < count; now += step) {
      if (cadence.isDue(now)) {
        beats.add(now);
      }
    }
    return beats;
  }

  private static List<Long> gaps(List<Long> beats) {
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < beats.size(); i++) {
      gaps.add(beats.get(i) - beats.get(i - 1));
    }
    return gaps;
  }

  @Test
  void isFirstDueAtTheGivenTimeAndOnlyOnce() {
    Cadence cadence = new Cadence(INTERVAL, new SplittableRandom(1), 500);

    assertThat(cadence.isDue(499)).isFalse();
    assertThat(cadence.isDue(500)).isTrue();
    assertThat(cadence.isDue(500)).isFalse();
  }

  @Test
  void gapsVaryAroundTheIntervalByUpToAFifth() {
    List<Long> gaps = gaps(beats(cadence(2), 2_000, 1));

    assertThat(gaps).allMatch(gap -> gap >= 80 && gap <= 120);
    assertThat(gaps).contains(81L, 100L, 119L);
  }

  @Test
  void latePollingCausesNoDrift() {
    List<Long> beats = beats(cadence(3), 10_000, 7);

    // Each due time is noticed 3 ms late on average. Without an anchor that would add up to 3 %.
    double mean = beats.get(beats.size() - 1) / (beats.size() - 1.0);
    assertThat(mean).isBetween(99.5, 100.5);
  }

  @Test
  void missedTargetsAreSkipped() {
    Cadence cadence = cadence(4);
    assertThat(cadence.isDue(0)).isTrue();

    assertThat(cadence.isDue(100_000)).isTrue();
    for (long now = 100_000; now < 100_080; now++) {
      assertThat(cadence.isDue(now)).as("right after a sleep, at %d", now).isFalse();
    }
    assertThat(cadence.isDue(100_120)).isTrue();
  }

  @Test
  void theSeedDeterminesTheTimes() {
    assertThat(beats(cadence(5), 100, 1)).isEqualTo(beats(cadence(5), 100, 1));
    assertThat(beats(cadence(5), 100, 1)).isNotEqualTo(beats(cadence(6), 100, 1));
  }

  @Test
  void theShortestIntervalStillAdvances() {
    Cadence cadence = new Cadence(1, new SplittableRandom(7), 0);

    assertThat(cadence.isDue(0)).isTrue();
    assertThat(cadence.isDue(0)).isFalse();
    assertThat(cadence.isDue(1)).isTrue();
  }
}
