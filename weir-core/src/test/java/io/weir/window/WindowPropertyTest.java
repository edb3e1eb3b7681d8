// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Seeded;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The arithmetic on numbers of every size: nothing wraps, nothing is rounded twice, more spent never means more allowed. */
class WindowPropertyTest {

  @Test
  void everyAnswerEqualsTheExactOneForAnyNumbersAtAll() {
    Seeded.cases(60_000, random -> assertExact(Scene.drawAny(random)));
  }

  @Test
  void everyAnswerEqualsTheExactOneWhereItCouldGoEitherWay() {
    Seeded.cases(60_000, random -> assertExact(Scene.drawClose(random)));
  }

  @Test
  void everyAnswerEqualsTheExactOneForOrdinaryNumbers() {
    Seeded.cases(60_000, random -> assertExact(drawOrdinary(random)));
  }

  /** What services use: limits up to a million, windows from a second to thirty days, odd lengths included. */
  private static Scene drawOrdinary(SplittableRandom random) {
    int limit = random.nextInt(1, 1_000_000);
    return new Scene(
        limit,
        random.nextLong(1_000, 2_592_000_001L),
        random.nextInt(limit),
        random.nextLong(4_102_444_800_000L),
        Scene.Counts.drawSmall(random, limit),
        Scene.Counts.drawSmall(random, limit));
  }

  private static void assertExact(Scene scene) {
    Evaluation e = scene.evaluation();
    ExactWindow exact = new ExactWindow(scene);

    assertThat(Window.sequence(scene.epochMillis(), scene.duration()))
        .as("sequence of %s", scene)
        .isEqualTo(exact.sequence().longValueExact());
    assertThat(e.start()).as("start of %s", scene).isEqualTo(exact.start().longValueExact());
    assertThat(e.reset()).as("reset of %s", scene).isEqualTo(exact.reset());
    assertThat(e.elapsed()).as("elapsed of %s", scene).isEqualTo(exact.elapsed().longValueExact());
    assertThat(e.carried()).as("carried of %s", scene).isEqualTo(exact.carried());
    assertThat(e.effective()).as("effective of %s", scene).isEqualTo(exact.effective());
    assertThat(e.headroom()).as("headroom of %s", scene).isEqualTo(exact.headroom());
    assertThat(e.regional()).as("regional of %s", scene).isEqualTo(exact.regional());
    assertThat(e.fits()).as("fits of %s", scene).isEqualTo(exact.fits());
  }

  @Test
  void askingWhetherTheShareFitsEqualsComparingIt() {
    Seeded.cases(200_000, random -> {
      long duration = Math.max(1, Scene.anyCount(random));
      long elapsed = random.nextInt(8) == 0 ? 0 : random.nextLong(duration);
      long previous = Scene.anyCount(random);
      long carried = Window.carried(previous, elapsed, duration);
      long near = Math.max(0, carried + random.nextInt(-2, 3));
      long room = random.nextBoolean() ? near : Scene.anyCount(random);

      assertThat(Window.carriedFits(previous, room, elapsed, duration))
          .as("previous %d, room %d, elapsed %d of %d", previous, room, elapsed, duration)
          .isEqualTo(carried <= room);
    });
  }

  @Test
  void aPreviousWindowIsCarriedWholeAtFirstAndNeverGrowsAndIsGoneAtTheEnd() {
    Seeded.cases(50_000, random -> {
      long duration = Math.max(1, Scene.anyCount(random));
      long previous = Scene.anyCount(random);
      long early = random.nextLong(duration);
      long late = early + random.nextLong(duration - early);

      assertThat(Window.carried(previous, 0, duration)).isEqualTo(previous);
      assertThat(Window.carried(previous, late, duration))
          .isBetween(0L, Window.carried(previous, early, duration));
      assertThat(Window.carried(previous, duration, duration)).isZero();
    });
  }

  @Test
  void moreInAnyCountNeverMeansMoreAllowed() {
    Seeded.cases(60_000, random -> {
      Scene scene = random.nextBoolean() ? Scene.drawAny(random) : Scene.drawClose(random);
      int which = random.nextInt(8);
      long by = Scene.anyCount(random);
      Scene more = which < 4
          ? scene.holding(scene.current().raised(which, by), scene.previous())
          : scene.holding(scene.current(), scene.previous().raised(which - 4, by));

      assertNoEasier(scene, more);
    });
  }

  @Test
  void aHigherCostIsNeverEasierToAdmit() {
    Seeded.cases(60_000, random -> {
      Scene scene = random.nextBoolean() ? Scene.drawAny(random) : Scene.drawClose(random);
      Scene dearer = scene.costing(Window.plus(scene.cost(), Scene.anyCount(random)));

      assertNoEasier(scene, dearer);
    });
  }

  private static void assertNoEasier(Scene less, Scene more) {
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
    Seeded.cases(100_000, random -> {
      Evaluation e = Scene.drawAny(random).evaluation();
      if (e.fits()) {
        assertThat(e.cost()).isLessThanOrEqualTo(Long.MAX_VALUE - e.current());
        assertThat(Math.addExact(e.current(), e.cost())).isLessThanOrEqualTo(e.limit());
      }
    });
  }

  @Test
  void evenTheLargestLimitIsALimit() {
    Scene full = Scene.ofMinute(Long.MAX_VALUE, 1).holding(Long.MAX_VALUE, 0);

    assertThat(full.evaluation().fits()).isFalse();
    assertThat(full.costing(Long.MAX_VALUE).evaluation().fits()).isFalse();
    assertThat(full.costing(0).evaluation().fits()).as("a look adds nothing").isTrue();
    assertThat(full.evaluation().effective()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aHugeCostDoesNotWrapIntoAnAllow() {
    Scene scene = Scene.ofMinute(10, Long.MAX_VALUE).holding(1, 1);

    assertThat(scene.evaluation().fits()).isFalse();
    assertThat(scene.evaluation().effective()).isEqualTo(Long.MAX_VALUE);
    assertThat(scene.evaluation().headroom()).isEqualTo(8);
  }
}
