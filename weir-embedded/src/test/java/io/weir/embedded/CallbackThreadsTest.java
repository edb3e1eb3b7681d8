// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** The threads on which an application continues after an asynchronous answer, over a real Redis. */
@Timeout(
    value = 2,
    unit = TimeUnit.MINUTES,
    threadMode = ThreadMode.SEPARATE_THREAD) // who waits for itself waits for ever
@Tag("integration")
class CallbackThreadsTest {
  private RedisServer redis;
  private FaultProxy proxy;
  private EmbeddedRatelimit limiter;

  @BeforeEach
  void start() {
    redis = RequiredServers.ownRedis();
    proxy = FaultProxy.start(redis.port());
    limiter = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(10, "30d")
        .redis(proxy.uri())
        .closeTimeout(Duration.ZERO)
        .build();
  }

  @AfterEach
  void stop() {
    limiter.close();
    proxy.close();
    redis.close();
  }

  /** Checks an identifier that only Redis knows, and runs the continuation when the answer arrives. */
  private <T> T callbackResult(Function<Result, T> next) {
    proxy.freeze(true);
    CompletableFuture<T> done = limiter.limitAsync("first").thenApply(next);
    assertThat(done).as("no caller had to wait").isNotDone();
    proxy.freeze(false);
    return Eventually.await(done);
  }

  @Test
  void aContinuationMayWaitForRedis() {
    Result second = callbackResult(first -> limiter.limit("second"));

    assertThat(second.source()).isEqualTo(Source.LIMITER);
  }

  @Test
  void aBatchIsAnsweredOnAnAnswerThread() {
    proxy.freeze(true);
    CompletableFuture<String> thread = limiter
        .limitAllAsync(List.of(Check.of("a"), Check.of("b")))
        .thenApply(batch -> Thread.currentThread().getName());
    proxy.freeze(false);

    assertThat(Eventually.await(thread)).startsWith("weir-embedded-answer-");
  }

  @Test
  void aBlockedContinuationDelaysNoOtherCaller() {
    proxy.freeze(true);
    CountDownLatch go = new CountDownLatch(1);
    CompletableFuture<Boolean> slow = limiter.limitAsync("slow").thenApply(late -> await(go));
    Result other = limiter.limit("other");
    CompletableFuture<Result> another = limiter.limitAsync("another");

    assertThat(other.source()).isEqualTo(Source.DEGRADED);
    assertThat(Eventually.await(another).source()).isEqualTo(Source.DEGRADED);
    assertThat(slow).isNotDone();
    proxy.freeze(false);
    Eventually.until("the limiter continued", () -> limiter.limit("other", 0).isExact());
    go.countDown();
    assertThat(Eventually.await(slow)).isTrue();
  }

  @Test
  void aContinuationMayCloseTheLimiter() {
    boolean closed = callbackResult(first -> {
      limiter.close();
      return true;
    });

    assertThat(closed).isTrue();
  }

  @Test
  void closingWaitsForContinuationsAndLeavesNoThread() {
    callbackResult(first -> first);

    limiter.close();

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("weir-embedded-answer-"));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
