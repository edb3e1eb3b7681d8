// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import io.weir.time.CircuitBreaker;
import io.weir.time.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of when the circuit breaker of the origin opens, and when it closes again. */
class OriginBreakerTest {
  private final ManualClock clock = new ManualClock(VirtualRegion.START);
  private CircuitBreaker circuitBreaker = new CircuitBreaker(clock, 1_000);

  private void fail(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(circuitBreaker.tryCall()).isTrue();
      circuitBreaker.failed();
    }
  }

  private void succeed(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(circuitBreaker.tryCall()).isTrue();
      circuitBreaker.succeeded();
    }
  }

  @Test
  void nineteenFailuresKeepItClosedAndTwentyOpenIt() {
    fail(19);
    assertThat(circuitBreaker.isOpen()).isFalse();

    fail(1);

    assertThat(circuitBreaker.isOpen()).isTrue();
    assertThat(circuitBreaker.tryCall()).isFalse();
  }

  @Test
  void aSmallShareOfFailuresDoesNotOpenIt() {
    succeed(1_000);
    fail(500);

    assertThat(circuitBreaker.isOpen()).isFalse();
  }

  @Test
  void halfOfTheCallsFailingOpensIt() {
    succeed(10);
    fail(10);

    assertThat(circuitBreaker.isOpen()).isTrue();
  }

  @Test
  void consecutiveTimeoutsOpenItToo() {
    fail(1);
    clock.advanceMillis(300);
    fail(1);
    assertThat(circuitBreaker.isOpen()).isFalse();
    clock.advanceMillis(300);
    fail(1);

    assertThat(circuitBreaker.isOpen()).isTrue();
  }

  @Test
  void anAnswerInBetweenEndsTheSeries() {
    fail(2);
    clock.advanceMillis(300);
    succeed(1);
    clock.advanceMillis(300);
    fail(2);

    assertThat(circuitBreaker.isOpen()).isFalse();
  }

  @Test
  void failuresOfAnEarlierCycleAreForgotten() {
    fail(19);
    clock.advanceMillis(5_000);
    fail(1);

    assertThat(circuitBreaker.isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 365, 36_500})
  void itStaysOpenForASecondAtAnyUptime(long days) {
    clock.advance(Duration.ofDays(days));
    circuitBreaker = days % 2 == 0 ? circuitBreaker : new CircuitBreaker(clock, 1_000);
    fail(20);
    clock.advanceMillis(999);
    assertThat(circuitBreaker.tryCall()).isFalse();
    clock.advanceMillis(1);

    assertThat(circuitBreaker.tryCall()).isTrue();
  }

  @Test
  void threeConcurrentProbesAreAllowed() {
    fail(20);
    clock.advanceMillis(1_000);

    assertThat(circuitBreaker.tryCall()).isTrue();
    assertThat(circuitBreaker.tryCall()).isTrue();
    assertThat(circuitBreaker.tryCall()).isTrue();
    assertThat(circuitBreaker.tryCall()).isFalse();
  }

  @Test
  void threeSuccessfulProbesCloseIt() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(2);
    assertThat(circuitBreaker.isOpen()).isTrue();
    succeed(1);

    assertThat(circuitBreaker.isOpen()).isFalse();
    fail(19); // counted from zero again
    assertThat(circuitBreaker.isOpen()).isFalse();
  }

  @Test
  void fewerProbesCloseItIfAllOfThemSucceedForFiveSeconds() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(1);
    clock.advanceMillis(4_999);
    succeed(1);
    assertThat(circuitBreaker.isOpen()).isTrue();
    clock.advanceMillis(1);
    fail(19);

    assertThat(circuitBreaker.isOpen()).isFalse();
  }

  @Test
  void anUnansweredProbeKeepsItFromClosing() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(1);
    assertThat(circuitBreaker.tryCall()).isTrue();
    clock.advanceMillis(5_000);
    assertThat(circuitBreaker.tryCall()).isTrue();
    circuitBreaker.failed();

    assertThat(circuitBreaker.tryCall()).isFalse();
  }

  @Test
  void aFailedProbeOpensItForAnotherSecond() {
    fail(20);
    clock.advanceMillis(1_000);
    succeed(2);
    fail(1);
    assertThat(circuitBreaker.tryCall()).isFalse();
    clock.advanceMillis(999);
    assertThat(circuitBreaker.tryCall()).isFalse();
    clock.advanceMillis(1);

    assertThat(circuitBreaker.tryCall()).isTrue();
  }

  @Test
  void anUnusedProbeReleasesItsPermit() {
    fail(20);
    clock.advanceMillis(1_000);
    for (int i = 0; i < 10; i++) {
      assertThat(circuitBreaker.tryCall()).isTrue();
      circuitBreaker.cancelled();
    }
  }

  @Test
  void anOriginThatLostHeartbeatsOfAnIdleProcessIsProbedAgain() {
    VirtualRegion virtualRegion = new VirtualRegion();
    TestProcess testProcess = virtualRegion.peer();
    LimitPolicy limitPolicy = LimitPolicy.of(100, Duration.ofMinutes(10));
    virtualRegion.settle();
    virtualRegion.origin.all(CallBehaviour.SILENT);
    for (int i = 0; i < 30; i++) {
      var unused = testProcess.checkAsync(limitPolicy, "id" + i, 0);
    }
    virtualRegion.pass(120_000); // the breaker is open, and nothing is read or published any more
    virtualRegion.origin.all(CallBehaviour.ANSWERING);
    virtualRegion.pass(10_000);
    virtualRegion.origin.forgetCalls();

    assertThat(testProcess.check(limitPolicy, "new").degraded()).isFalse();
    virtualRegion.pass(5_000);
    assertThat(virtualRegion.origin.beats()).isPositive();
    assertThat(virtualRegion.total(limitPolicy, "new")).isEqualTo(1);
  }
}
