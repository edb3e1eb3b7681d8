// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.SeededCases;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests when a refused cost would be allowed: a closed formula, compared with stepping through time. */
class RetryAfterTest {

  @Test
  void aCostThatFitsNeedsNoWait() {
    assertThat(WindowQuestion.ofMinute(10, 1).holding(9, 0).evaluation().retryAfter())
        .hasValue(0);
  }

  @Test
  void whileThePreviousWindowDecaysTheWaitEndsInsideThisWindow() {
    Evaluation e = WindowQuestion.ofMinute(10, 1).holding(5, 10).at(30_000).evaluation();

    // 10 * (60000 - t) / 60000 drops below 5, and so to 4, one millisecond past the middle.
    assertThat(e.retryAfter()).hasValue(1);
  }

  @Test
  void aFullCurrentWindowHasToDecayInTheNext() {
    Evaluation e = WindowQuestion.ofMinute(10, 1).holding(10, 0).at(45_000).evaluation();

    // 15 s to the boundary, then 1 ms until a tenth less than everything is carried.
    assertThat(e.retryAfter()).hasValue(15_001);
  }

  @Test
  void aCostOfTheWholeLimitWaitsUntilLessThanOneIsCarried() {
    Evaluation e = WindowQuestion.ofMinute(10, 10).holding(10, 0).at(0).evaluation();

    assertThat(e.retryAfter()).hasValue(60_000 + 54_001);
  }

  @Test
  void aCountFarAboveTheLimitWaitsUntilNothingOfItIsCarried() {
    Evaluation e =
        WindowQuestion.ofMinute(10, 10).holding(1_000_000_000_000L, 0).at(1).evaluation();

    assertThat(e.retryAfter()).hasValue(59_999 + 60_000);
  }

  @Test
  void aCostAboveTheLimitNeverFits() {
    assertThat(WindowQuestion.ofMinute(10, 11).evaluation().retryAfter()).isEmpty();
  }

  @Test
  void nothingEverFitsUnderLimit0() {
    assertThat(WindowQuestion.ofMinute(0, 0).evaluation().retryAfter()).isEmpty();
    assertThat(WindowQuestion.ofMinute(0, 1).evaluation().retryAfter()).isEmpty();
  }

  @Test
  void aClockBehindTheWindowWaitsForItsStartToo() {
    WindowQuestion windowQuestion = WindowQuestion.ofMinute(10, 1).holding(0, 10);

    assertThat(windowQuestion.at(60_000).evaluation(60_000).retryAfter()).hasValue(1);
    assertThat(windowQuestion.at(57_000).evaluation(60_000).retryAfter()).hasValue(3_001);
    assertThat(windowQuestion.costing(0).at(57_000).evaluation(60_000).retryAfter())
        .as("what fits now needs no wait")
        .hasValue(0);
  }

  @Test
  void evenTheLargestLimitHasToBeWaitedFor() {
    Evaluation e =
        WindowQuestion.ofMinute(Long.MAX_VALUE, 1).holding(Long.MAX_VALUE, 0).evaluation();

    assertThat(e.retryAfter()).hasValue(60_001);
  }

  @Test
  void theWaitEqualsSteppingThroughTimeMillisecondByMillisecond() {
    SeededCases.cases(60_000, random -> {
      WindowQuestion windowQuestion = drawSteppable(random);

      assertThat(windowQuestion.evaluation().retryAfter())
          .as("%s", windowQuestion)
          .isEqualTo(firstFitByStepping(windowQuestion));
    });
  }

  @Test
  void theWaitEqualsAnExactSearchForArbitraryNumbers() {
    SeededCases.cases(20_000, random -> assertExactWait(WindowQuestion.drawAny(random)));
  }

  @Test
  void theWaitEqualsAnExactSearchNearTheLimit() {
    SeededCases.cases(20_000, random -> assertExactWait(WindowQuestion.drawClose(random)));
  }

  private static void assertExactWait(WindowQuestion windowQuestion) {
    assertThat(windowQuestion.evaluation().retryAfter())
        .as("%s", windowQuestion)
        .isEqualTo(new ReferenceWindow(windowQuestion).retryAfter());
  }

  @Test
  void aWaitIsZeroExactlyWhenTheCostFits() {
    SeededCases.cases(60_000, random -> {
      Evaluation e = WindowQuestion.drawClose(random).evaluation();

      assertThat(e.retryAfter().equals(OptionalLong.of(0))).isEqualTo(e.fits());
    });
  }

  private static WindowQuestion drawSteppable(SplittableRandom random) {
    int size = random.nextInt(1, 60);
    return new WindowQuestion(
        random.nextInt(size),
        random.nextInt(1, 50),
        random.nextInt(size),
        random.nextInt(-500, 500),
        WindowQuestion.Counts.drawSmall(random, size),
        WindowQuestion.Counts.drawSmall(random, size));
  }

  /** Steps from the instant of the check, one millisecond at a time, through windows without further spending. */
  private static OptionalLong firstFitByStepping(WindowQuestion windowQuestion) {
    for (long wait = 0; wait <= 3 * windowQuestion.duration(); wait++) {
      if (fitsAt(windowQuestion, windowQuestion.epochMillis() + wait)) {
        return OptionalLong.of(wait);
      }
    }
    return OptionalLong.empty();
  }

  private static boolean fitsAt(WindowQuestion windowQuestion, long instant) {
    long duration = windowQuestion.duration();
    long sequence = Math.floorDiv(instant, duration);
    long weight = duration - (instant - sequence * duration);
    long carried = count(windowQuestion, sequence - 1) * weight / duration;
    return windowQuestion.limit() > 0
        && count(windowQuestion, sequence) + carried + windowQuestion.cost()
            <= windowQuestion.limit();
  }

  private static long count(WindowQuestion windowQuestion, long sequence) {
    long asked = Math.floorDiv(windowQuestion.epochMillis(), windowQuestion.duration());
    if (sequence == asked) {
      return total(windowQuestion.current());
    }
    return sequence == asked - 1 ? total(windowQuestion.previous()) : 0;
  }

  private static long total(WindowQuestion.Counts counts) {
    return counts.own() + counts.siblings() + counts.foreign() + counts.speculative();
  }
}
