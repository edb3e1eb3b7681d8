// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CoarseClockTest {
  private final EpochClock machine = EpochClock.system();
  private final CoarseClock clock = new CoarseClock();

  @AfterEach
  void close() {
    clock.close();
  }

  @Test
  void readsTheMachinesClockBeforeItIsStarted() {
    assertReadsTheMachinesClock();
    awaitMachine(machine.epochMillis() + 5);
    assertReadsTheMachinesClock();
  }

  @Test
  void aStartedClockFollowsTheMachinesClockAndIsNeverAhead() {
    clock.start();
    long first = clock.epochMillis();

    for (int i = 1; i <= 20; i++) {
      while (clock.epochMillis() < first + i) {
        Thread.onSpinWait();
      }
      long reading = clock.epochMillis();
      long now = machine.epochMillis();
      assertThat(reading).isLessThanOrEqualTo(now);
      assertThat(now - reading)
          .as("generous: the ticking thread must be scheduled")
          .isLessThan(10_000);
    }
  }

  @Test
  void aClosedClockReadsTheMachinesClockAgain() {
    clock.start();
    clock.close();

    awaitMachine(machine.epochMillis() + 5);
    assertReadsTheMachinesClock();
  }

  @Test
  void startingTwiceStartsOneThreadAndClosingTwiceEndsIt() {
    long before = tickers();

    clock.start();
    clock.start();
    assertThat(tickers()).isEqualTo(before + 1);

    clock.close();
    clock.close();
    assertThat(tickers()).isEqualTo(before);
  }

  @Test
  void closingAClockThatNeverStartedDoesNothing() {
    clock.close();

    assertReadsTheMachinesClock();
  }

  @Test
  void canBeStartedAgain() {
    clock.start();
    clock.close();
    clock.start();

    long first = clock.epochMillis();
    while (clock.epochMillis() == first) {
      Thread.onSpinWait();
    }
    assertThat(clock.epochMillis()).isGreaterThan(first);
  }

  @Test
  void aClockClosedByAnInterruptedThreadDoesNotStop() {
    clock.start();

    Thread.currentThread().interrupt();
    clock.close();
    boolean stillInterrupted = Thread.interrupted();

    assertThat(stillInterrupted).isTrue();
    assertThat(tickers()).isZero();
    awaitMachine(machine.epochMillis() + 5);
    assertReadsTheMachinesClock();
  }

  private void assertReadsTheMachinesClock() {
    long before = machine.epochMillis();
    long reading = clock.epochMillis();
    long after = machine.epochMillis();

    assertThat(reading).isBetween(before, after);
  }

  private void awaitMachine(long epochMillis) {
    while (machine.epochMillis() < epochMillis) {
      Thread.onSpinWait();
    }
  }

  private static long tickers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("weir-clock"))
        .count();
  }
}
