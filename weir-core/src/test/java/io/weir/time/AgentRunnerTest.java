// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class AgentRunnerTest {
  private static final long AN_HOUR = TimeUnit.HOURS.toNanos(1);

  private final Logger logger = Logger.getLogger(AgentRunner.class.getName());
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Handler listener = new Handler() {
    @Override
    public void publish(LogRecord record) {
      logged.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  /** Threads that ran a step. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  private final AtomicInteger steps = new AtomicInteger();

  @BeforeEach
  void listen() {
    logger.setUseParentHandlers(false);
    logger.addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(listener);
    logger.setUseParentHandlers(true);
  }

  private int step() {
    threads.add(Thread.currentThread());
    return steps.incrementAndGet();
  }

  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void doesNothingUntilItIsStarted() {
    try (AgentRunner runner = new AgentRunner(this::step, "stepper", AN_HOUR)) {
      assertThat(runner.isRunning()).isFalse();
      assertThat(steps).hasValue(0);
    }
  }

  @Test
  void stepsFollowAtOnceWhileThereIsWork() {
    CountDownLatch done = new CountDownLatch(1_000);
    Agent busy = () -> {
      step();
      done.countDown();
      return done.getCount() > 0 ? 1 : 0;
    };

    try (AgentRunner runner = new AgentRunner(busy, "stepper", AN_HOUR)) {
      runner.start();
      await(done);
    }

    assertThat(steps.get()).isGreaterThanOrEqualTo(1_000);
  }

  @Test
  void startingTwiceStartsOneDaemonThreadOfTheGivenName() {
    CountDownLatch done = new CountDownLatch(100);
    Agent busy = () -> {
      step();
      done.countDown();
      return 1;
    };

    try (AgentRunner runner = new AgentRunner(busy, "stepper", AN_HOUR)) {
      runner.start();
      runner.start();
      assertThat(runner.isRunning()).isTrue();
      await(done);
    }

    assertThat(threads).singleElement().satisfies(thread -> {
      assertThat(thread.getName()).isEqualTo("stepper");
      assertThat(thread.isDaemon()).isTrue();
    });
  }

  @Test
  void aStepThatThrowsIsLoggedAndTheNextOneFollows() {
    CountDownLatch second = new CountDownLatch(2);
    Agent broken = () -> {
      second.countDown();
      throw new IllegalStateException("broken step");
    };

    try (AgentRunner runner = new AgentRunner(broken, "stepper", AN_HOUR)) {
      runner.start();
      await(second);
    }

    assertThat(logged).isNotEmpty().allMatch(line -> line.contains("a step of stepper failed"));
  }

  @Test
  void closingWakesAnIdleThreadAndEndsIt() {
    CountDownLatch first = new CountDownLatch(1);
    Agent idle = () -> {
      step();
      first.countDown();
      return 0;
    };
    AgentRunner runner = new AgentRunner(idle, "stepper", AN_HOUR);
    runner.start();
    await(first);

    runner.close();

    assertThat(runner.isRunning()).isFalse();
    assertThat(threads).singleElement().matches(thread -> !thread.isAlive());
  }

  @Test
  void closingTwiceOrWithoutAStartDoesNothing() {
    AgentRunner runner = new AgentRunner(this::step, "stepper", AN_HOUR);

    runner.close();
    runner.start();
    runner.close();
    runner.close();

    assertThat(runner.isRunning()).isFalse();
  }

  @Test
  void anInterruptedThreadThatClosesStillWaitsForTheStepInProgress() {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean endedBeforeCloseReturned = new AtomicBoolean();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    AgentRunner runner = new AgentRunner(
        () -> {
          entered.countDown();
          await(mayEnd);
          ended.set(true);
          return 0;
        },
        "stepper",
        AN_HOUR);
    runner.start();
    await(entered);

    Thread closer = new Thread(() -> {
      Thread.currentThread().interrupt();
      runner.close();
      endedBeforeCloseReturned.set(ended.get());
      stillInterrupted.set(Thread.currentThread().isInterrupted());
    });
    closer.start();
    awaitWaitingOrGone(closer);
    mayEnd.countDown();
    awaitGone(closer);

    assertThat(endedBeforeCloseReturned).isTrue();
    assertThat(stillInterrupted).isTrue();
  }

  @Test
  void aStepMayCloseItsOwnRunner() {
    CountDownLatch closed = new CountDownLatch(1);
    AgentRunner[] runner = new AgentRunner[1];
    runner[0] = new AgentRunner(
        () -> {
          step();
          runner[0].close();
          closed.countDown();
          return 1;
        },
        "stepper",
        AN_HOUR);

    runner[0].start();
    await(closed);
    threads.forEach(AgentRunnerTest::awaitGone);

    assertThat(steps).hasValue(1);
  }

  private static void awaitWaitingOrGone(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
  }

  private static void awaitGone(Thread thread) {
    while (thread.isAlive()) {
      Thread.onSpinWait();
    }
  }
}
