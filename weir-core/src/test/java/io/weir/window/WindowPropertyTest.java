// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.SeededCases;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests the arithmetic on numbers of every size: nothing overflows, nothing is rounded twice, more spending never
 * allows more.
 */
class WindowPropertyTest {

  @Test
  void everyAnswerEqualsTheExactOneForArbitraryNumbers() {
    SeededCases.cases(60_000, random -> assertExact(WindowQuestion.drawAny(random)));
  }

  @Test
  void everyAnswerEqualsTheExactOneNearTheLimit() {
    SeededCases.cases(60_000, random -> assertExact(WindowQuestion.drawClose(random)));
  }

  @Test
  void everyAnswerEqualsTheExactOneForOrdinaryNumbers() {
    SeededCases.cases(60_000, random -> assertExact(drawOrdinary(random)));
  }

  /** Draws typical values: limits up to a million, windows from a second to thirty days, odd lengths included. */
  private static WindowQuestion drawOrdinary(SplittableRandom random) {
    int limit = random.nextInt(1, 1_000_000);
    return new WindowQuestion(
        limit,
        random.nextLong(1_000, 2_592_000_001L),
        random.nextInt(limit),
        random.nextLong(4_102_444_800_000L),
        WindowQuestion.Counts.drawSmall(random, limit),
        WindowQuestion.Counts.drawSmall(random, limit));
  }

  private static void assertExact(WindowQuestion windowQuestion) {
    Evaluation e = windowQuestion.evaluation();
    ReferenceWindow exact = new ReferenceWindow(windowQuestion);

    assertThat(Window.sequence(windowQuestion.epochMillis(), windowQuestion.duration()))
        .as("sequence of %s", windowQuestion)
        .isEqualTo(exact.sequence().longValueExact());
    assertThat(e.start())
        .as("start of %s", windowQuestion)
        .isEqualTo(exact.start().longValueExact());
    assertThat(e.reset()).as("reset of %s", windowQuestion).isEqualTo(exact.reset());
    assertThat(e.elapsed())
        .as("elapsed of %s", windowQuestion)
        .isEqualTo(exact.elapsed().longValueExact());
    assertThat(e.carried()).as("carried of %s", windowQuestion).isEqualTo(exact.carried());
    assertThat(e.effective()).as("effective of %s", windowQuestion).isEqualTo(exact.effective());
    assertThat(e.headroom()).as("headroom of %s", windowQuestion).isEqualTo(exact.headroom());
    assertThat(e.regional()).as("regional of %s", windowQuestion).isEqualTo(exact.regional());
    assertThat(e.fits()).as("fits of %s", windowQuestion).isEqualTo(exact.fits());
  }

  @Test
  void askingWhetherTheShareFitsEqualsComparingIt() {
    SeededCases.cases(200_000, random -> {
      long duration = Math.max(1, WindowQuestion.anyCount(random));
      long elapsed = random.nextInt(8) == 0 ? 0 : random.nextLong(duration);
      long previous = WindowQuestion.anyCount(random);
      long carried = Window.carried(previous, elapsed, duration);
      long near = Math.max(0, carried + random.nextInt(-2, 3));
      long room = random.nextBoolean() ? near : WindowQuestion.anyCount(random);

      assertThat(Window.carriedFits(previous, room, elapsed, duration))
          .as("previous %d, room %d, elapsed %d of %d", previous, room, elapsed, duration)
          .isEqualTo(carried <= room);
    });
  }

  @Test
  void carriedStartsAtTheWholePreviousWindowNeverGrowsAndEndsAtZero() {
    SeededCases.cases(50_000, random -> {
      long duration = Math.max(1, WindowQuestion.anyCount(random));
      long previous = WindowQuestion.anyCount(random);
      long early = random.nextLong(duration);
      long late = early + random.nextLong(duration - early);

      assertThat(Window.carried(previous, 0, duration)).isEqualTo(previous);
      assertThat(Window.carried(previous, late, duration))
          .isBetween(0L, Window.carried(previous, early, duration));
      assertThat(Window.carried(previous, duration, duration)).isZero();
    });
  }

  @Test
  void aHigherCountNeverAllowsMore() {
    SeededCases.cases(60_000, random -> {
      WindowQuestion windowQuestion =
          random.nextBoolean() ? WindowQuestion.drawAny(random) : WindowQuestion.drawClose(random);
      int which = random.nextInt(8);
      long by = WindowQuestion.anyCount(random);
      WindowQuestion more = which < 4
          ? windowQuestion.holding(
              windowQuestion.current().raised(which, by), windowQuestion.previous())
          : windowQuestion.holding(
              windowQuestion.current(), windowQuestion.previous().raised(which - 4, by));

      assertNoEasier(windowQuestion, more);
    });
  }

  @Test
  void aHigherCostIsNeverEasierToAdmit() {
    SeededCases.cases(60_000, random -> {
      WindowQuestion windowQuestion =
          random.nextBoolean() ? WindowQuestion.drawAny(random) : WindowQuestion.drawClose(random);
      WindowQuestion dearer = windowQuestion.costing(
          Window.plus(windowQuestion.cost(), WindowQuestion.anyCount(random)));

      assertNoEasier(windowQuestion, dearer);
    });
  }

  private static void assertNoEasier(WindowQuestion less, WindowQuestion more) {
    Evaluation before = less.evaluation();
    Evaluation after = more.evaluation();

    assertThat(after.carried()).as("carried of %s", more).isGreaterThanOrEqualTo(before.carried());
    assertThat(after.effective())
        .as("effective of %s", more)
        .isGreaterThanOrEqualTo(before.effective());
    assertThat(after.headroom()).as("headroom of %s", more).isLessThanOrEqualTo(before.headroom());
    assertThat(after.fits() && !before.fits())
        .as("%s fits but %s does not", more, less)
        .isFalse();
    assertThat(after.fitsCommitted() && !before.fitsCommitted()).as("committed").isFalse();
  }

  @Test
  void nothingThatFitsCouldMakeACountWrap() {
    SeededCases.cases(100_000, random -> {
      Evaluation e = WindowQuestion.drawAny(random).evaluation();
      if (e.fits()) {
        assertThat(e.cost()).isLessThanOrEqualTo(Long.MAX_VALUE - e.current());
        assertThat(Math.addExact(e.current(), e.cost())).isLessThanOrEqualTo(e.limit());
      }
    });
  }

  @Test
  void evenTheLargestLimitIsALimit() {
    WindowQuestion full = WindowQuestion.ofMinute(Long.MAX_VALUE, 1).holding(Long.MAX_VALUE, 0);

    assertThat(full.evaluation().fits()).isFalse();
    assertThat(full.costing(Long.MAX_VALUE).evaluation().fits()).isFalse();
    assertThat(full.costing(0).evaluation().fits()).as("a look adds nothing").isTrue();
    assertThat(full.evaluation().effective()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aHugeCostDoesNotOverflowIntoAnAllow() {
    WindowQuestion windowQuestion = WindowQuestion.ofMinute(10, Long.MAX_VALUE).holding(1, 1);

    assertThat(windowQuestion.evaluation().fits()).isFalse();
    assertThat(windowQuestion.evaluation().effective()).isEqualTo(Long.MAX_VALUE);
    assertThat(windowQuestion.evaluation().headroom()).isEqualTo(8);
  }
}
