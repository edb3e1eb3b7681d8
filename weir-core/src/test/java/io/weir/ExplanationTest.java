// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision.ForeignExposure;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.window.Evaluation;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  /** An evaluation in the middle of a one-minute window. */
  private static Evaluation seen(long limit, long cost) {
    Evaluation e = new Evaluation(limit, 60_000, cost, 630_000);
    e.startsAt(600_000);
    e.recordCurrent(1, 2, 3, 4);
    e.recordPrevious(2, 4, 6, 8);
    return e;
  }

  private static Explanation explain(Evaluation e, Verdict verdict, View view) {
    return new Decision(e, verdict, view).explain();
  }

  @Test
  void givesEveryInputAndTheSumAsValues() {
    Explanation why = explain(seen(100, 5), Verdict.ALLOWED, View.STANDALONE);

    assertThat(why.epochMillis()).isEqualTo(630_000);
    assertThat(why.startMillis()).isEqualTo(600_000);
    assertThat(why.durationMillis()).isEqualTo(60_000);
    assertThat(why.elapsedMillis()).isEqualTo(30_000);
    assertThat(why.cost()).isEqualTo(5);
    assertThat(why.current()).isEqualTo(new Explanation.CountsByOrigin(1, 2, 3, 4));
    assertThat(why.previous()).isEqualTo(new Explanation.CountsByOrigin(2, 4, 6, 8));
    assertThat(why.carried()).isEqualTo(10);
    assertThat(why.effective()).isEqualTo(25);
  }

  @Test
  void countsOfAStandaloneProcessHaveNoAge() {
    Explanation why = explain(seen(100, 5), Verdict.ALLOWED, View.STANDALONE);

    assertThat(why.regionalAgeMillis()).isEmpty();
    assertThat(why.foreignAgeMillis()).isEmpty();
    assertThat(why)
        .hasToString("ALLOWED: current 10 [own 1, siblings 2, foreign 3, speculative 4]"
            + " + carried 10 (30000/60000 of previous 20"
            + " [own 2, siblings 4, foreign 6, speculative 8])"
            + " + cost 5 = 25, within limit 100");
  }

  @Test
  void countsOfOthersHaveAnAge() {
    View view =
        new View(DecisionSource.ORIGIN, false, 629_750, 626_000, 0, 0, ForeignExposure.NONE);

    Explanation why = explain(seen(24, 5), Verdict.REFUSED, view);

    assertThat(why.regionalAgeMillis()).hasValue(250);
    assertThat(why.foreignAgeMillis()).hasValue(4_000);
    assertThat(why)
        .hasToString(
            "REFUSED: current 10 [own 1, siblings 2 (250 ms old),"
                + " foreign 3 (4000 ms old), speculative 4]"
                + " + carried 10 (30000/60000 of previous 20"
                + " [own 2, siblings 4, foreign 6, speculative 8])"
                + " + cost 5 = 25, above limit 24; other processes may have spent 1 more, not yet imported");
  }

  @Test
  void possibleUnseenSpendingOfOthersIsReported() {
    ForeignExposure foreignExposure = new ForeignExposure(0.9, 2_000);
    View view = new View(DecisionSource.LOCAL, false, 629_750, 626_000, 0, 7, foreignExposure);

    Explanation seenAbroad = explain(seen(27, 5), Verdict.ALLOWED, view);
    Evaluation lonely = new Evaluation(100, 60_000, 5, 630_000);
    lonely.startsAt(600_000);
    Explanation unseenAbroad = explain(lonely, Verdict.ALLOWED, view);

    // Other regions spent 3 in 30 s, or 6 in the 60 s before. Their counts are 4 s old and took 2 s
    // to arrive. For a moment they may be twice as fast.
    assertThat(seenAbroad.unseen()).isEqualTo(7 + 2);
    assertThat(seenAbroad.possibleExcess()).isEqualTo(25 + 9 - 27);
    // No other region is known: all of them together may hide nine tenths.
    assertThat(unseenAbroad.unseen()).isEqualTo(7 + 90);
    assertThat(unseenAbroad.possibleExcess()).isEqualTo(5 + 97 - 100);
  }

  @Test
  void aRefusalHasNoPossibleExcess() {
    View view = new View(DecisionSource.LOCAL, true, 0, 0, 0, 1_000, new ForeignExposure(5, 2_000));

    assertThat(explain(seen(24, 5), Verdict.REFUSED, view).possibleExcess()).isZero();
    assertThat(new Decision(seen(24, 0), Verdict.ALLOWED, view).possibleExcess())
        .isZero();
    assertThat(new Decision(seen(30, 5), Verdict.ALLOWED, View.STANDALONE).possibleExcess())
        .isZero();
  }

  @Test
  void aViewAheadOfTheClockHasAgeZero() {
    View view = new View(DecisionSource.LOCAL, false, 640_000, 640_000, 0, 0, ForeignExposure.NONE);

    Explanation why = explain(seen(100, 5), Verdict.ALLOWED, view);

    assertThat(why.regionalAgeMillis()).hasValue(0);
    assertThat(why.foreignAgeMillis()).hasValue(0);
  }

  @Test
  void reportsThatItWasDegraded() {
    View view = new View(
        DecisionSource.LOCAL, true, View.UNKNOWN, View.UNKNOWN, 250, 0, ForeignExposure.NONE);

    assertThat(explain(seen(100, 5), Verdict.REFUSED_UNSEEN, view).toString())
        .startsWith("REFUSED_UNSEEN: ")
        .endsWith("= 25, within limit 100; degraded: origin unavailable");
  }

  @Test
  void aLimitOf0IsNamedAsTheReason() {
    Evaluation nothing = new Evaluation(0, 60_000, 0, 630_000);
    nothing.startsAt(600_000);

    assertThat(explain(nothing, Verdict.REFUSED, View.STANDALONE).toString())
        .endsWith("+ cost 0 = 0, refused by limit 0");
  }

  @Test
  void aRefusalUnderTheLargestLimitDoesNotClaimToBeWithinIt() {
    assertThat(explain(seen(Long.MAX_VALUE, Long.MAX_VALUE), Verdict.REFUSED, View.STANDALONE)
            .toString())
        .endsWith("= 9223372036854775807, above limit 9223372036854775807");
  }
}
