// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which events an observer of one process receives. */
class ObserverTest {
  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(2);

  private List<Verdict> observedVerdicts() {
    return process.observer.decisions.stream().map(Decision::verdict).toList();
  }

  @Test
  void everyDecisionIsReportedOnceAndIsTheOneThatTheCallerGot() {
    Decision check = limiter.check("u", 2);
    Decision look = limiter.look("u");
    Decision refused = limiter.check("u");
    Decision async = limiter.checkAsync("v", 1).join();

    assertThat(process.observer.decisions).containsExactly(check, look, refused, async);
  }

  @Test
  void aBatchIsReportedItemByItem() {
    BatchDecision refused = process.engine.check(List.of(limiter.of("u"), limiter.of("v", 3)));
    BatchDecision allowed = process.engine.check(List.of(limiter.of("u"), limiter.of("v")));

    assertThat(process.observer.decisions)
        .containsExactly(
            refused.decisions().get(0),
            refused.decisions().get(1),
            allowed.decisions().get(0),
            allowed.decisions().get(1));
    assertThat(observedVerdicts())
        .containsExactly(Verdict.FITS_UNCOUNTED, Verdict.REFUSED, Verdict.ALLOWED, Verdict.ALLOWED);
  }

  @Test
  void aCellCreatedByTrafficIsReported() {
    limiter.check("u");
    limiter.check("u");
    assertThat(process.observer.times(Event.CELL_CREATED_BY_TRAFFIC)).isEqualTo(1);

    limiter.check("v");
    assertThat(process.observer.times(Event.CELL_CREATED_BY_TRAFFIC)).isEqualTo(2);

    process.clock.advance(Duration.ofMinutes(1));
    limiter.check("u");
    assertThat(process.observer.times(Event.CELL_CREATED_BY_TRAFFIC)).isEqualTo(3);
    assertThat(process.observer.times(Event.CELL_CREATED_BY_IMPORT)).isZero();
  }

  @Test
  void withoutAnOriginNothingIsStrictAndNothingIsRead() {
    limiter.check("u", 2);
    for (int i = 0; i < 10; i++) {
      limiter.check("u");
    }
    process.workForSeconds(5);

    assertThat(process.observer.times(Event.STRICT_ACTIVATED)).isZero();
    assertThat(process.observer.times(Event.ORIGIN_READ)).isZero();
    assertThat(process.observer.times(Event.ORIGIN_PUBLISHED)).isZero();
    assertThat(process.observer.times(Event.LEDGER_PUSHED)).isZero();
  }
}
