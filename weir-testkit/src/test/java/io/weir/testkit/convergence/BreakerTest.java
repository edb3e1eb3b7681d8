// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import io.weir.time.Breaker;
import io.weir.time.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the origin is spared, and when it is tried again. */
class BreakerTest {
  private final ManualClock clock = new ManualClock(Rig.START);
  private Breaker breaker = new Breaker(clock, 1_000);

  private void fail(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(breaker.tryCall()).isTrue();
      breaker.failed();
    }
  }

  private void succeed(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(breaker.tryCall()).isTrue();
      breaker.succeeded();
    }
  }

  @Test
  void nineteenFailuresProveNothingAndTwentyOpenIt() {
    fail(19);
    assertThat(breaker.isOpen()).isFalse();

    fail(1);

    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.tryCall()).isFalse();
  }

  @Test
  void aSmallShareOfFailuresDoesNotOpenIt() {
    succeed(1_000);
    fail(500);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void halfOfTheCallsFailingOpensIt() {
    succeed(10);
    fail(10);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aCallerWhoWaitsInVainForEachAnswerIsSparedToo() {
    fail(1);
    clock.advanceMillis(300);
    fail(1);
    assertThat(breaker.isOpen()).isFalse();
    clock.advanceMillis(300);
    fail(1);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void anAnswerInBetweenEndsTheRow() {
    fail(2);
    clock.advanceMillis(300);
    succeed(1);
    clock.advanceMillis(300);
    fail(2);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void failuresOfAnEarlierCycleAreForgotten() {
    fail(19);
    clock.advanceMillis(5_000);
    fail(1);

    assertThat(breaker.isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 365, 36_500})
  void itStaysOpenForASecondWhateverTheUptime(long days) {
    clock.advance(Duration.ofDays(days));
    breaker = days % 2 == 0 ? breaker : new Breaker(clock, 1_000);
    fail(20);
    clock.advanceMillis(999);
    assertThat(breaker.tryCall()).isFalse();
    clock.advanceMillis(1);

    assertThat(breaker.tryCall()).isTrue();
  }

  @Test
  void threeProbesAreLetThroughAtOnce() {
    fail(20);
    clock.advanceMillis(1_000);

    assertThat(breaker.tryCall()).isTrue();
    assertThat(breaker.tryCall()).isTrue();
    assertThat(breaker.tryCall()).isTrue();
    assertThat(breaker.tryCall()).isFalse();
  }

  @Test
  void threeProbesThatSucceedCloseIt() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(2);
    assertThat(breaker.isOpen()).isTrue();
    succeed(1);

    assertThat(breaker.isOpen()).isFalse();
    fail(19); // counted from the start again
    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void fewerProbesCloseItIfAllOfThemSucceedForFiveSeconds() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(1);
    clock.advanceMillis(4_999);
    succeed(1);
    assertThat(breaker.isOpen()).isTrue();
    clock.advanceMillis(1);
    fail(19);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aProbeThatIsNotAnsweredKeepsItFromClosing() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(1);
    assertThat(breaker.tryCall()).isTrue();
    clock.advanceMillis(5_000);
    assertThat(breaker.tryCall()).isTrue();
    breaker.failed();

    assertThat(breaker.tryCall()).isFalse();
  }

  @Test
  void aProbeThatFailsOpensItForAnotherSecond() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(2);
    fail(1);
    assertThat(breaker.tryCall()).isFalse();
    clock.advanceMillis(999);
    assertThat(breaker.tryCall()).isFalse();
    clock.advanceMillis(1);

    assertThat(breaker.tryCall()).isTrue();
  }

  @Test
  void aProbeThatWasNotMadeLeavesItsPlace() {
    fail(20);
    clock.advanceMillis(1_000);
    for (int i = 0; i < 10; i++) {
      assertThat(breaker.tryCall()).isTrue();
      breaker.notCalled();
    }
  }

  @Test
  void anOriginThatSwallowedHeartbeatsOfAnIdleProcessIsAskedAgain() {
    Rig rig = new Rig();
    Peer peer = rig.peer();
    Limit limit = Limit.of(100, Duration.ofMinutes(10));
    rig.settle();
    rig.origin.all(Mood.SILENT);
    for (int i = 0; i < 30; i++) {
      var unused = peer.ask(limit, "id" + i, 0);
    }
    rig.pass(120_000); // the breaker opened, and nobody asks or publishes any more
    rig.origin.all(Mood.ANSWERING);
    rig.pass(10_000);
    rig.origin.forgetCalls();

    assertThat(peer.check(limit, "new").degraded()).isFalse();
    rig.pass(5_000);
    assertThat(rig.origin.beats()).isPositive();
    assertThat(rig.total(limit, "new")).isEqualTo(1);
  }
}
