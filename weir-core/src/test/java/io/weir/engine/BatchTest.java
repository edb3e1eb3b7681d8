// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static io.weir.engine.StandaloneEngine.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests batches: all of their checks are counted, or none. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BatchTest {
  private final StandaloneEngine process = new StandaloneEngine();

  private BatchDecision batch(BatchCheck... checks) {
    return process.engine.check(List.of(checks));
  }

  private static List<Long> remaining(BatchDecision batch) {
    return batch.decisions().stream().map(Decision::remaining).toList();
  }

  private static List<Verdict> verdicts(BatchDecision batch) {
    return batch.decisions().stream().map(Decision::verdict).toList();
  }

  @Nested
  class ThatFits {

    @Test
    void countsEveryCheckAndAnswersInOrder() {
      Limiter a = process.limiter("a", 100, MINUTE);
      Limiter b = process.limiter("b", 200, MINUTE);
      Limiter c = process.limiter("c", 300, MINUTE);

      BatchDecision decided = batch(c.of("u"), a.of("u"), b.of("u"));

      assertThat(decided.allowed()).isTrue();
      assertThat(remaining(decided)).containsExactly(299L, 99L, 199L);
      assertThat(verdicts(decided)).containsOnly(Verdict.ALLOWED);
      assertThat(a.look("u").remaining()).isEqualTo(99);
    }

    @Test
    void countsEachCostByItself() {
      BatchDecision decided = batch(
          process.limiter("a", 100, MINUTE).of("u", 1),
          process.limiter("b", 50, MINUTE).of("u", 3),
          process.limiter("c", 200, MINUTE).of("u", 10));

      assertThat(remaining(decided)).containsExactly(99L, 47L, 190L);
    }

    @Test
    void ofOneIsLikeASingleCheck() {
      Limiter limiter = process.perMinute(2);

      assertThat(remaining(batch(limiter.of("u")))).containsExactly(1L);
      assertThat(remaining(batch(limiter.of("u")))).containsExactly(0L);
      assertThat(batch(limiter.of("u")).allowed()).isFalse();
    }

    @Test
    void countsNothingForItsLooks() {
      Limiter limiter = process.perMinute(10);

      BatchDecision decided = batch(limiter.of("u", 0), limiter.of("v", 2), limiter.of("v", 0));

      assertThat(decided.allowed()).isTrue();
      assertThat(remaining(decided)).containsExactly(10L, 8L, 8L);
      assertThat(limiter.look("u").remaining()).isEqualTo(10);
    }

    @Test
    void weighsThePreviousWindowToo() {
      Limiter limiter = process.perMinute(10);
      limiter.check("u", 10);
      process.clock.advance(Duration.ofSeconds(90));

      assertThat(batch(limiter.of("u", 6)).allowed()).isFalse();
      assertThat(batch(limiter.of("u", 5)).allowed()).isTrue();
    }

    @Test
    void isAlreadyCompleteWithoutAnOrigin() {
      Limiter limiter = process.perMinute(10);

      assertThat(process.engine.checkAsync(List.of(limiter.of("u"))))
          .isCompletedWithValueMatching(BatchDecision::allowed);
    }
  }

  @Nested
  class ThatDoesNotFit {

    @Test
    void countsNothingAndSaysWhichCheckFailed() {
      Limiter limiter = process.perMinute(10);
      limiter.check("b", 9);

      BatchDecision refused = batch(limiter.of("a", 1), limiter.of("b", 5));

      assertThat(refused.allowed()).isFalse();
      assertThat(verdicts(refused)).containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED);
      assertThat(remaining(refused)).as("untouched").containsExactly(10L, 1L);
      assertThat(limiter.look("a").remaining()).isEqualTo(10);
      assertThat(limiter.look("b").remaining()).isEqualTo(1);
    }

    @Test
    void saysWhenEachFailingCheckWouldFit() {
      Limiter limiter = process.perMinute(10);
      limiter.check("full", 10);

      BatchDecision refused = batch(limiter.of("full"), limiter.of("u", 11), limiter.of("u", 1));

      assertThat(refused.decisions().get(0).retryAfterMillis()).hasValue(60_001);
      assertThat(refused.decisions().get(1).retryAfterMillis()).isEmpty();
    }

    @Test
    void isRefusedByALimitOf0EvenWhenItOnlyLooks() {
      Limiter open = process.limiter("open", 10, MINUTE);
      Limiter blocked = process.limiter("blocked", 0, MINUTE);

      BatchDecision refused = batch(open.of("u", 3), blocked.of("u", 0));

      assertThat(refused.allowed()).isFalse();
      assertThat(verdicts(refused)).containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED);
      assertThat(open.look("u").remaining()).isEqualTo(10);
    }

    @Test
    void failsByOneTightLimitOfThree() {
      Limiter wide = process.limiter("wide", 100, MINUTE);
      Limiter tight = process.limiter("tight", 1, MINUTE);
      Limiter wider = process.limiter("wider", 200, MINUTE);

      assertThat(batch(wide.of("u"), tight.of("u"), wider.of("u")).allowed()).isTrue();
      BatchDecision second = batch(wide.of("u"), tight.of("u"), wider.of("u"));

      assertThat(second.allowed()).isFalse();
      assertThat(second.decisions())
          .extracting(Decision::allowed)
          .containsExactly(true, false, true);
      assertThat(remaining(second)).containsExactly(99L, 0L, 199L);
    }

    @Test
    void leavesNoReservationBehind() {
      Limiter limiter = process.perMinute(10);
      limiter.check("full", 10);

      for (int i = 0; i < 100; i++) {
        batch(limiter.of("u", 9), limiter.of("full"));
      }

      assertThat(limiter.check("u", 10).allowed()).isTrue();
    }
  }

  @Nested
  class WithOneSubjectMoreThanOnce {

    @Test
    void addsItsCostsUp() {
      Limiter limiter = process.perMinute(10);

      BatchDecision decided = batch(limiter.of("u", 4), limiter.of("u", 6));

      assertThat(decided.allowed()).isTrue();
      assertThat(remaining(decided)).containsExactly(6L, 0L);
      assertThat(limiter.check("u").allowed()).isFalse();
    }

    @Test
    void refusesFromTheCheckThatNoLongerFits() {
      Limiter limiter = process.perMinute(10);

      BatchDecision refused = batch(limiter.of("u", 6), limiter.of("u", 6), limiter.of("v", 1));

      assertThat(verdicts(refused))
          .containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED, Verdict.FITS_UNCOUNTED);
      assertThat(remaining(refused)).containsExactly(10L, 10L, 10L);
      assertThat(limiter.check("u", 10).allowed()).isTrue();
    }

    @Test
    void addsUpHugeCostsWithoutWrapping() {
      Limiter limiter = process.perMinute(Long.MAX_VALUE);

      assertThat(batch(limiter.of("u", Long.MAX_VALUE), limiter.of("u", Long.MAX_VALUE))
              .allowed())
          .isFalse();
      assertThat(limiter.look("u").remaining()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void judgesEachLimitOnTheSubjectWithWhatCameBefore() {
      Limiter tight = process.perMinute(5);
      Limiter generous = process.perMinute(100);

      BatchDecision tightFirst = batch(tight.of("u", 5), generous.of("u", 20));
      BatchDecision tightLast = batch(generous.of("v", 20), tight.of("v", 5));

      assertThat(remaining(tightFirst)).containsExactly(0L, 75L);
      assertThat(tightLast.allowed()).isFalse();
      assertThat(verdicts(tightLast)).containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED);
      assertThat(generous.look("v").remaining()).isEqualTo(100);
    }
  }

  @Nested
  class OfSeveralWindowsOnOneCaller {

    @Test
    void theMinuteRefusesAndTheMonthStaysUntouched() {
      Limiter month = process.limiter("key", 200, Duration.ofDays(30));
      Limiter minute = process.limiter("key", 12, MINUTE);

      for (int i = 0; i < 12; i++) {
        assertThat(batch(month.of("k"), minute.of("k")).allowed()).isTrue();
      }
      BatchDecision refused = batch(month.of("k"), minute.of("k"));

      assertThat(refused.allowed()).isFalse();
      assertThat(remaining(refused)).containsExactly(188L, 0L);
    }

    @Test
    void remainingCountsDownTogetherAndStopsTogether() {
      Limiter minute = process.limiter("key", 3, MINUTE);
      Limiter hour = process.limiter("key", 10, Duration.ofHours(1));
      List<List<Long>> seen = new ArrayList<>();

      for (int i = 0; i < 4; i++) {
        seen.add(remaining(batch(minute.of("k"), hour.of("k"))));
      }

      assertThat(seen)
          .containsExactly(List.of(2L, 9L), List.of(1L, 8L), List.of(0L, 7L), List.of(0L, 7L));
    }

    @Test
    void overManyMinutesExactlyTheMonthsLimitPasses() {
      Limiter minute = process.limiter("key", 5, MINUTE);
      Limiter month = process.limiter("key", 50, Duration.ofDays(30));
      int valid = 0;
      BatchDecision last = batch(minute.of("k", 0), month.of("k", 0));

      for (int cycle = 0; cycle < 11; cycle++) {
        for (int call = 0; call < 6; call++) {
          last = batch(minute.of("k"), month.of("k"));
          valid += last.allowed() ? 1 : 0;
        }
        process.clock.advance(Duration.ofMinutes(2));
      }

      assertThat(valid).isEqualTo(50);
      assertThat(verdicts(last)).containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED);
    }

    @Test
    void sameLimitsUnderTwoNamesAreIndependent() {
      Limiter one = process.limiter("one", 5, MINUTE);
      Limiter two = process.limiter("two", 5, MINUTE);

      for (long left = 4; left >= 0; left--) {
        assertThat(remaining(batch(one.of("k"), two.of("k")))).containsExactly(left, left);
      }
      assertThat(verdicts(batch(one.of("k"), two.of("k")))).containsOnly(Verdict.REFUSED);
    }
  }

  @Nested
  class ThatIsNone {

    @Test
    void emptyIsRefused() {
      assertThatThrownBy(() -> process.engine.check(List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a batch must hold at least 1 check, but held 0");
    }

    @Test
    void aLimiterOfAnotherEngineIsRefusedAndNothingIsCounted() {
      Limiter ours = process.perMinute(10);
      Limiter theirs = new StandaloneEngine().perMinute(10);

      assertThatThrownBy(() -> batch(ours.of("u"), theirs.of("stranger")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the same engine")
          .hasMessageContaining("stranger");
      assertThat(ours.look("u").remaining()).isEqualTo(10);
    }
  }

  @Test
  void theGivenListIsNotModifiedAndMayChangeAfterwards() {
    Limiter limiter = process.perMinute(10);
    List<BatchCheck> checks = new ArrayList<>(List.of(limiter.of("u"), limiter.of("v")));

    BatchDecision decided = process.engine.check(checks);
    checks.clear();

    assertThat(decided.decisions()).hasSize(2);
    assertThatThrownBy(() -> decided.decisions().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aLargeBatchIsDecidedAsAWhole() {
    Limiter limiter = process.perMinute(1);
    List<BatchCheck> checks = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      checks.add(limiter.of("u" + i));
    }

    assertThat(process.engine.check(checks).allowed()).isTrue();
    checks.add(limiter.of("another"));
    assertThat(process.engine.check(checks).allowed()).isFalse();
    assertThat(limiter.look("another").remaining()).isEqualTo(1);
  }
}
