// SPDX-License-Identifier: Apache-2.0
package com.example.frombucket4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting until there is room. These tests move the clock where an application would sleep. */
class WaitingTest {
  private final BothLimiters bothLimiters = new BothLimiters();
  private final Bucket bucket = bothLimiters.bucket(1);
  private final Ratelimit limiter = bothLimiters.limiter(1);
  private final ScheduledExecutorService scheduler = new ImmediateExecutor();

  @AfterEach
  void close() {
    scheduler.shutdownNow();
    bothLimiters.close();
  }

  /** Runs delayed tasks immediately and moves the clock by their delay. */
  private final class ImmediateExecutor extends ScheduledThreadPoolExecutor {
    ImmediateExecutor() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      bothLimiters.clock().advance(Duration.ofNanos(unit.toNanos(delay)));
      return super.schedule(task, 0, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
      bothLimiters.clock().advance(Duration.ofNanos(unit.toNanos(delay)));
      return super.schedule(task, 0, unit);
    }
  }

  @Test
  void aBlockingWaitForRetryAfterSucceeds() throws InterruptedException {
    BlockingStrategy pausing = nanos -> bothLimiters.clock().advance(Duration.ofNanos(nanos));
    bucket.tryConsume(1);
    // tag::bucket4j-block
    boolean passed = bucket.asBlocking().tryConsume(1, Duration.ofMinutes(2), pausing);
    // end::bucket4j-block
    assertThat(passed).isTrue();

    limiter.limit("alice");
    assertThat(waited(bothLimiters.clock()::advance)).isTrue();
    assertThat(limiter.limit("alice").success()).isFalse();
  }

  private boolean waited(Consumer<Duration> pause) {
    // tag::weir-block
    Result result = limiter.limit("alice");
    for (int i = 0; i < 3 && !result.success() && result.retryAfter().isPresent(); i++) {
      pause.accept(result.retryAfter().get());
      result = limiter.limit("alice");
    }
    boolean passed = result.success();
    // end::weir-block
    return passed;
  }

  @Test
  void aTaskScheduledAfterRetryAfterSucceeds() {
    bucket.tryConsume(1);
    // tag::bucket4j-schedule
    CompletableFuture<Boolean> passed =
        bucket.asScheduler().tryConsume(1, Duration.ofMinutes(2), scheduler);
    // end::bucket4j-schedule
    assertThat(passed.orTimeout(40, TimeUnit.SECONDS).join()).isTrue();

    limiter.limit("alice");
    CompletableFuture<Result> result = whenThereIsRoom("alice");
    assertThat(result.orTimeout(40, TimeUnit.SECONDS).join().success()).isTrue();
  }

  // tag::weir-schedule
  CompletableFuture<Result> whenThereIsRoom(String user) {
    return limiter.limitAsync(user).thenCompose(result -> {
      if (result.success() || result.retryAfter().isEmpty()) {
        return CompletableFuture.completedFuture(result);
      }
      CompletableFuture<Void> pause = new CompletableFuture<>();
      scheduler.schedule(
          () -> pause.complete(null), result.retryAfterMillis(), TimeUnit.MILLISECONDS);
      return pause.thenCompose(over -> whenThereIsRoom(user));
    });
  }
  // end::weir-schedule
}
