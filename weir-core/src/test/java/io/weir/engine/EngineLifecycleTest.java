// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class EngineLifecycleTest {
  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(10);

  private static void assertClosed(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the engine is closed");
  }

  @Test
  void decidesWithoutBeingStarted() {
    assertThat(limiter.check("u").allowed()).isTrue();
  }

  @Test
  void aClosedEngineRejectsEveryCheck() {
    BatchCheck batchCheck = limiter.of("u");
    process.engine.close();

    assertClosed(() -> limiter.check("u"));
    assertClosed(() -> limiter.look("u"));
    assertClosed(() -> limiter.checkAsync("u", 1));
    assertClosed(() -> process.engine.check(List.of(batchCheck)));
    assertClosed(() -> process.engine.checkAsync(List.of(batchCheck)));
    assertClosed(process.engine::start);
  }

  @Test
  void aClosedEngineRejectsChecksWithoutAnObserverToo() {
    StandaloneEngine unobserved = StandaloneEngine.unobserved();
    Limiter limiterOfIt = unobserved.perMinute(10);
    unobserved.engine.close();

    assertClosed(() -> limiterOfIt.check("u"));
    assertClosed(() -> limiterOfIt.look("u"));
  }

  @Test
  void closingTwiceDoesNothingMore() {
    process.engine.start();

    process.engine.close();
    process.engine.close();

    assertThat(threads()).isZero();
  }

  @Test
  void oneThreadDoesTheWorkBetweenStartAndClose() {
    assertThat(threads()).isZero();

    process.engine.start();
    process.engine.start();
    assertThat(threads()).isEqualTo(1);

    process.engine.close();
    assertThat(threads()).isZero();
  }

  @Test
  void aStartedEngineExpiresSubjectsByItself() {
    AtomicInteger forgotten = new AtomicInteger();
    StandaloneEngine started = new StandaloneEngine(builder -> builder.observer(new Observer() {
      @Override
      public void onEvent(Event event, long times) {
        if (event == Event.SUBJECT_FORGOTTEN) {
          forgotten.incrementAndGet();
        }
      }
    }));
    started.perMinute(10).check("u");

    started.engine.start();
    while (forgotten.get() == 0) {
      started.clock.advance(Duration.ofSeconds(2));
      Thread.onSpinWait();
    }
    started.engine.close();

    assertThat(started.engine.subjects()).isZero();
  }

  @Test
  void theDefaultClockTicksOnlyWhileTheEngineRuns() {
    long before = tickers();
    Engine engine = Engine.create();
    Limiter monthly = engine.limiter("acme", "api", LimitPolicy.of(2, Duration.ofDays(30)));

    assertThat(monthly.check("u").allowed()).isTrue();
    assertThat(tickers()).isEqualTo(before);
    engine.start();
    assertThat(tickers()).isEqualTo(before + 1);
    assertThat(monthly.check("u").allowed()).isTrue();
    engine.close();

    assertThat(tickers()).isEqualTo(before);
  }

  private static long threads() {
    return countThreads("weir-agents");
  }

  private static long tickers() {
    return countThreads("weir-clock");
  }

  private static long countThreads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }
}
