// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision.ForeignExposure;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.window.Evaluation;
import org.junit.jupiter.api.Test;

/**
 * Tests what each verdict reports, in the middle of a one-minute window: 4 units spent in it, 4 before, of which 2
 * still count.
 */
class DecisionTest {
  private static final View DEGRADED = new View(
      DecisionSource.LOCAL, true, View.UNKNOWN, View.UNKNOWN, 250, 0, ForeignExposure.NONE);

  private static Evaluation seen(long limit, long cost) {
    Evaluation e = new Evaluation(limit, 60_000, cost, 630_000);
    e.startsAt(600_000);
    e.recordCurrent(4, 0, 0, 0);
    e.recordPrevious(4, 0, 0, 0);
    return e;
  }

  @Test
  void anAllowReportsWhatIsLeftAfterItsCost() {
    Decision decision = new Decision(seen(10, 3), Verdict.ALLOWED, View.STANDALONE);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.limit()).isEqualTo(10);
    assertThat(decision.cost()).isEqualTo(3);
    assertThat(decision.remaining()).isEqualTo(1);
    assertThat(decision.resetMillis()).isEqualTo(660_000);
    assertThat(decision.retryAfterMillis()).hasValue(0);
  }

  @Test
  void aRefusalReportsTheHeadRoomAndTheWait() {
    Decision decision = new Decision(seen(10, 5), Verdict.REFUSED, View.STANDALONE);

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.remaining()).isEqualTo(4);
    assertThat(decision.resetMillis()).isEqualTo(660_000);
    assertThat(decision.retryAfterMillis()).hasValue(1);
  }

  @Test
  void aPermanentRefusalHasNoWait() {
    assertThat(new Decision(seen(10, 11), Verdict.REFUSED, View.STANDALONE).retryAfterMillis())
        .isEmpty();
    assertThat(new Decision(seen(0, 0), Verdict.REFUSED, View.STANDALONE).retryAfterMillis())
        .isEmpty();
  }

  @Test
  void aCheckThatFitsInARefusedBatchReportsTheHeadRoomBeforeItsCost() {
    Decision decision = new Decision(seen(10, 3), Verdict.FITS_UNCOUNTED, View.STANDALONE);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isEqualTo(4);
    assertThat(decision.retryAfterMillis()).hasValue(0);
  }

  @Test
  void anAllowAboveTheLimitReportsZeroRemaining() {
    Decision decision = new Decision(seen(10, 9), Verdict.ALLOWED_UNSEEN, DEGRADED);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isZero();
    assertThat(decision.retryAfterMillis()).hasValue(0);
    assertThat(decision.degraded()).isTrue();
  }

  @Test
  void aRefusalWithoutARegionCanBeRetriedWhenTheRegionIsReadAgain() {
    Decision decision = new Decision(seen(10, 3), Verdict.REFUSED_UNSEEN, DEGRADED);

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.remaining()).isEqualTo(4);
    assertThat(decision.retryAfterMillis()).hasValue(250);
    assertThat(decision.degraded()).isTrue();
  }

  @Test
  void aRefusalNeverSaysToRetryAtOnce() {
    View noPause = new View(
        DecisionSource.LOCAL, true, View.UNKNOWN, View.UNKNOWN, 0, 0, ForeignExposure.NONE);

    assertThat(new Decision(seen(10, 3), Verdict.REFUSED_UNSEEN, noPause).retryAfterMillis())
        .hasValue(1);
  }

  @Test
  void reportsWhetherTheRegionWasRead() {
    View asked =
        new View(DecisionSource.ORIGIN, false, 630_000, View.UNKNOWN, 0, 0, ForeignExposure.NONE);

    assertThat(new Decision(seen(10, 3), Verdict.ALLOWED, asked).source())
        .isEqualTo(DecisionSource.ORIGIN);
    assertThat(new Decision(seen(10, 3), Verdict.ALLOWED, View.STANDALONE).source())
        .isEqualTo(DecisionSource.LOCAL);
    assertThat(new Decision(seen(10, 3), Verdict.ALLOWED, asked).degraded()).isFalse();
  }

  @Test
  void hugeNumbersDoNotOverflow() {
    Evaluation e = new Evaluation(10, 60_000, Long.MAX_VALUE, Long.MAX_VALUE);
    e.startsAt(Long.MAX_VALUE - 7);
    e.recordCurrent(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    e.recordPrevious(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    Decision decision = new Decision(e, Verdict.ALLOWED_UNSEEN, DEGRADED);

    assertThat(decision.remaining()).isZero();
    assertThat(decision.resetMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(decision.explain().effective()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void namesItsVerdictAndNumbersInText() {
    assertThat(new Decision(seen(10, 5), Verdict.REFUSED, View.STANDALONE).toString())
        .contains("REFUSED", "limit=10", "remaining=4", "reset=660000")
        .doesNotContain("degraded");
    assertThat(new Decision(seen(10, 5), Verdict.REFUSED, DEGRADED).toString())
        .contains("degraded");
  }
}
