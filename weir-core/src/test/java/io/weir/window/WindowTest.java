// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests the arithmetic on numbers that a reader can check by hand. */
class WindowTest {

  /** A one-minute window, {@code elapsed} milliseconds after its start. */
  record Row(Seen seen, long cost, long limit, Answer answer) {}

  record Seen(long current, long previous, long elapsed) {}

  /** The expected result. Remaining is what is left after the cost if it fits, and the head-room otherwise. */
  record Answer(boolean fits, long effective, long remaining) {}

  static final List<Row> ROWS = List.of(
      new Row(new Seen(0, 0, 0), 1, 10, new Answer(true, 1, 9)),
      new Row(new Seen(9, 0, 0), 1, 10, new Answer(true, 10, 0)),
      // A look at the limit is allowed: it adds nothing.
      new Row(new Seen(10, 0, 0), 0, 10, new Answer(true, 10, 0)),
      new Row(new Seen(4, 0, 0), 0, 10, new Answer(true, 4, 6)),
      // A look above the limit is refused.
      new Row(new Seen(11, 0, 0), 0, 10, new Answer(false, 11, 0)),
      new Row(new Seen(10, 0, 0), 1, 10, new Answer(false, 11, 0)),
      // Half of the previous window still counts.
      new Row(new Seen(5, 10, 30_000), 1, 10, new Answer(false, 11, 0)),
      new Row(new Seen(4, 10, 30_000), 1, 10, new Answer(true, 10, 0)),
      new Row(new Seen(0, 10, 0), 1, 10, new Answer(false, 11, 0)),
      new Row(new Seen(5, 10, 59_400), 1, 10, new Answer(true, 6, 4)),
      new Row(new Seen(0, 10, 59_999), 10, 10, new Answer(true, 10, 0)),
      // The share is truncated: 10 * 53999/60000 is 8.99, and counts as 8.
      new Row(new Seen(1, 10, 6_001), 1, 10, new Answer(true, 10, 0)),
      new Row(new Seen(1, 10, 6_000), 1, 10, new Answer(false, 11, 0)),
      // At limit 1 the algorithm is a fixed window: one millisecond makes the share less than one.
      new Row(new Seen(0, 1, 0), 1, 1, new Answer(false, 2, 0)),
      new Row(new Seen(0, 1, 1), 1, 1, new Answer(true, 1, 0)),
      // A refusal reports the head-room that a smaller cost could still use.
      new Row(new Seen(7, 0, 0), 5, 10, new Answer(false, 12, 3)),
      new Row(new Seen(0, 0, 0), 100, 10, new Answer(false, 100, 10)),
      // Limit 0 refuses everything, including looks.
      new Row(new Seen(0, 0, 0), 0, 0, new Answer(false, 0, 0)),
      new Row(new Seen(0, 0, 0), 1, 0, new Answer(false, 1, 0)));

  @ParameterizedTest
  @FieldSource("ROWS")
  void aCostFitsWhenCurrentAndCarriedAndCostAreWithinTheLimit(Row row) {
    Evaluation e = WindowQuestion.ofMinute(row.limit(), row.cost())
        .holding(row.seen().current(), row.seen().previous())
        .at(row.seen().elapsed())
        .evaluation();

    assertThat(e.fits()).isEqualTo(row.answer().fits());
    assertThat(e.effective()).isEqualTo(row.answer().effective());
    long remaining = e.fits() ? e.limit() - e.effective() : e.headroom();
    assertThat(remaining).isEqualTo(row.answer().remaining());
  }

  @Test
  void aHundredAtTheEndOfOneMinuteLeaveOneOrTwoAtTheStartOfTheNext() {
    WindowQuestion minute = WindowQuestion.ofMinute(100, 100);

    Evaluation at0m59 = minute.at(59_000).evaluation();
    Evaluation at1m01 = minute.holding(0, 100).at(61_000).evaluation();

    assertThat(at0m59.fits()).isTrue();
    assertThat(at1m01.fits())
        .as("a fixed window would let 200 through in two seconds")
        .isFalse();
    assertThat(at1m01.carried()).isEqualTo(98);
    assertThat(at1m01.headroom()).isEqualTo(2);
  }

  @Test
  void aLimitOf100TakesAHundredTimesCost1OrTwentyTimesCost5() {
    assertThat(admitted(WindowQuestion.ofMinute(100, 1))).isEqualTo(100);
    assertThat(admitted(WindowQuestion.ofMinute(100, 5))).isEqualTo(20);
  }

  private static int admitted(WindowQuestion windowQuestion) {
    int times = 0;
    while (windowQuestion.holding(times * windowQuestion.cost(), 0).evaluation().fits()) {
      times++;
    }
    return times;
  }

  @Test
  void lateInTheNextWindowNearlyTwiceTheLimitCanHaveBeenAdmittedInOneTrailingWindow() {
    Evaluation late =
        WindowQuestion.ofMinute(100, 99).holding(0, 100).at(119_000).evaluation();

    assertThat(late.carried()).isEqualTo(1);
    assertThat(late.fits()).isTrue();
  }

  @Test
  void allFourCountsOfBothWindowsCount() {
    Evaluation e = WindowQuestion.ofMinute(1_000, 1)
        .holding(
            new WindowQuestion.Counts(1, 20, 300, 4_000),
            new WindowQuestion.Counts(2, 40, 600, 8_000))
        .at(30_000)
        .evaluation();

    assertThat(e.current()).isEqualTo(4_321);
    assertThat(e.previous()).isEqualTo(8_642);
    assertThat(e.carried()).isEqualTo(4_321);
    assertThat(e.effective()).isEqualTo(8_643);
    assertThat(e.regional()).as("own and siblings, decayed by half").isEqualTo(21 + 21);
  }

  @Test
  void aCostBlockedOnlyByUndecidedBatchesFitsOnceTheyAreRefused() {
    WindowQuestion.Counts held = new WindowQuestion.Counts(4, 0, 0, 6);

    Evaluation current = WindowQuestion.ofMinute(10, 1)
        .holding(held, WindowQuestion.Counts.of(0))
        .evaluation();
    Evaluation previous = WindowQuestion.ofMinute(10, 1)
        .holding(WindowQuestion.Counts.of(0), held)
        .evaluation();
    Evaluation committed = WindowQuestion.ofMinute(10, 1).holding(10, 0).evaluation();

    assertThat(current.fits()).isFalse();
    assertThat(current.fitsCommitted()).isTrue();
    assertThat(previous.fits()).isFalse();
    assertThat(previous.fitsCommitted()).isTrue();
    assertThat(committed.fitsCommitted()).isFalse();
  }

  @Test
  void anInstantBeforeTheWindowCountsAsItsStartAndOneAfterItAsItsEnd() {
    WindowQuestion windowQuestion = WindowQuestion.ofMinute(10, 1).holding(0, 8);

    Evaluation before = windowQuestion.at(57_000).evaluation(60_000);
    Evaluation after = windowQuestion.at(200_000).evaluation(60_000);

    assertThat(before.elapsed()).isZero();
    assertThat(before.carried()).isEqualTo(8);
    assertThat(after.elapsed()).isEqualTo(60_000);
    assertThat(after.carried()).isZero();
  }

  @Test
  void aCopyHoldsAllCountsAndIsIndependent() {
    Evaluation e = WindowQuestion.ofMinute(1_000, 5)
        .holding(
            new WindowQuestion.Counts(1, 20, 300, 4_000),
            new WindowQuestion.Counts(2, 40, 600, 8_000))
        .at(90_000)
        .evaluation();

    Evaluation copy = e.copy();
    assertThat(copy).usingRecursiveComparison().isEqualTo(e);

    copy.recordCurrent(9, 9, 9, 9);
    assertThat(e.current()).isEqualTo(4_321);
    e.copyFrom(copy);
    assertThat(e).usingRecursiveComparison().isEqualTo(copy);
  }

  @Test
  void windowsAreAlignedToTheEpochAlsoBeforeIt() {
    assertThat(Window.sequence(119_999, 60_000)).isEqualTo(1);
    assertThat(Window.start(119_999, 60_000)).isEqualTo(60_000);
    assertThat(Window.reset(60_000, 60_000)).isEqualTo(120_000);

    assertThat(Window.sequence(-1, 60_000)).isEqualTo(-1);
    assertThat(Window.start(-1, 60_000)).isEqualTo(-60_000);
    assertThat(Window.sequence(-60_000, 60_000)).isEqualTo(-1);
    assertThat(Window.start(-60_001, 60_000)).isEqualTo(-120_000);
  }
}
