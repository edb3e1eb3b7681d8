// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Seeded;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When a refused cost would be allowed: a closed form, held against walking there. */
class RetryAfterTest {

  @Test
  void aCostThatFitsNeedsNoWait() {
    assertThat(Scene.ofMinute(10, 1).holding(9, 0).evaluation().retryAfter()).hasValue(0);
  }

  @Test
  void whileThePreviousWindowDecaysTheWaitEndsInsideThisWindow() {
    Evaluation e = Scene.ofMinute(10, 1).holding(5, 10).at(30_000).evaluation();

    // 10 * (60000 - t) / 60000 drops below 5, and so to 4, one millisecond past the middle.
    assertThat(e.retryAfter()).hasValue(1);
  }

  @Test
  void aFullCurrentWindowHasToDecayInTheNext() {
    Evaluation e = Scene.ofMinute(10, 1).holding(10, 0).at(45_000).evaluation();

    // 15 s to the boundary, then 1 ms until a tenth less than everything is carried.
    assertThat(e.retryAfter()).hasValue(15_001);
  }

  @Test
  void aCostOfTheWholeLimitWaitsUntilLessThanOneIsCarried() {
    Evaluation e = Scene.ofMinute(10, 10).holding(10, 0).at(0).evaluation();

    assertThat(e.retryAfter()).hasValue(60_000 + 54_001);
  }

  @Test
  void aCountFarAboveTheLimitWaitsUntilNothingOfItIsCarried() {
    Evaluation e = Scene.ofMinute(10, 10).holding(1_000_000_000_000L, 0).at(1).evaluation();

    assertThat(e.retryAfter()).hasValue(59_999 + 60_000);
  }

  @Test
  void aCostAboveTheLimitNeverFits() {
    assertThat(Scene.ofMinute(10, 11).evaluation().retryAfter()).isEmpty();
  }

  @Test
  void nothingEverFitsUnderLimit0() {
    assertThat(Scene.ofMinute(0, 0).evaluation().retryAfter()).isEmpty();
    assertThat(Scene.ofMinute(0, 1).evaluation().retryAfter()).isEmpty();
  }

  @Test
  void aClockThatStandsBehindTheWindowWaitsForItsStartToo() {
    Scene scene = Scene.ofMinute(10, 1).holding(0, 10);

    assertThat(scene.at(60_000).evaluation(60_000).retryAfter()).hasValue(1);
    assertThat(scene.at(57_000).evaluation(60_000).retryAfter()).hasValue(3_001);
    assertThat(scene.costing(0).at(57_000).evaluation(60_000).retryAfter())
        .as("what fits now needs no wait")
        .hasValue(0);
  }

  @Test
  void evenTheLargestLimitHasToBeWaitedFor() {
    Evaluation e = Scene.ofMinute(Long.MAX_VALUE, 1).holding(Long.MAX_VALUE, 0).evaluation();

    assertThat(e.retryAfter()).hasValue(60_001);
  }

  @Test
  void theWaitEqualsSteppingThroughTimeMillisecondByMillisecond() {
    Seeded.cases(60_000, random -> {
      Scene scene = drawSteppable(random);

      assertThat(scene.evaluation().retryAfter())
          .as("%s", scene)
          .isEqualTo(firstFitByStepping(scene));
    });
  }

  @Test
  void theWaitEqualsASearchInExactNumbersForAnyNumbersAtAll() {
    Seeded.cases(20_000, random -> assertExactWait(Scene.drawAny(random)));
  }

  @Test
  void theWaitEqualsASearchInExactNumbersWhereItCouldGoEitherWay() {
    Seeded.cases(20_000, random -> assertExactWait(Scene.drawClose(random)));
  }

  private static void assertExactWait(Scene scene) {
    assertThat(scene.evaluation().retryAfter())
        .as("%s", scene)
        .isEqualTo(new ExactWindow(scene).retryAfter());
  }

  @Test
  void aWaitIsZeroExactlyWhenTheCostFits() {
    Seeded.cases(60_000, random -> {
      Evaluation e = Scene.drawClose(random).evaluation();

      assertThat(e.retryAfter().equals(OptionalLong.of(0))).isEqualTo(e.fits());
    });
  }

  private static Scene drawSteppable(SplittableRandom random) {
    int size = random.nextInt(1, 60);
    return new Scene(
        random.nextInt(size),
        random.nextInt(1, 50),
        random.nextInt(size),
        random.nextInt(-500, 500),
        Scene.Counts.drawSmall(random, size),
        Scene.Counts.drawSmall(random, size));
  }

  /** Walks on from the instant of the question, one millisecond at a time, through windows that nobody adds to. */
  private static OptionalLong firstFitByStepping(Scene scene) {
    for (long wait = 0; wait <= 3 * scene.duration(); wait++) {
      if (fitsAt(scene, scene.epochMillis() + wait)) {
        return OptionalLong.of(wait);
      }
    }
    return OptionalLong.empty();
  }

  private static boolean fitsAt(Scene scene, long instant) {
    long duration = scene.duration();
    long sequence = Math.floorDiv(instant, duration);
    long weight = duration - (instant - sequence * duration);
    long carried = count(scene, sequence - 1) * weight / duration;
    return scene.limit() > 0 && count(scene, sequence) + carried + scene.cost() <= scene.limit();
  }

  private static long count(Scene scene, long sequence) {
    long asked = Math.floorDiv(scene.epochMillis(), scene.duration());
    if (sequence == asked) {
      return total(scene.current());
    }
    return sequence == asked - 1 ? total(scene.previous()) : 0;
  }

  private static long total(Scene.Counts counts) {
    return counts.own() + counts.siblings() + counts.foreign() + counts.speculative();
  }
}
