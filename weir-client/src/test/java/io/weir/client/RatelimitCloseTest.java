// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RatelimitCloseTest {
  private final CountDownLatch go = new CountDownLatch(1);

  /** A server that answers when the test releases it. */
  private final ScriptedServer server = ScriptedServer.start((request, peer) -> {
    try {
      go.await();
    } catch (InterruptedException e) {
      peer.close();
    }
    peer.write(ScriptedServer.allowed(9));
  });

  private RatelimitBuilder builder() {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timeout("60s");
  }

  @AfterEach
  void assertNoThreadsLeft() {
    go.countDown();
    server.close();
    ClientThreads.awaitNone();
  }

  private CompletableFuture<Result> startCall(Ratelimit limiter) {
    CompletableFuture<Result> answer = limiter.limitAsync("me");
    Eventually.until("no request came", () -> !server.requests().isEmpty());
    return answer;
  }

  private static Thread run(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    Eventually.until(() -> "it hangs: " + List.of(thread.getStackTrace()), () -> !thread.isAlive());
  }

  private static void awaitWaiting(Thread thread) {
    Eventually.until("it does not wait", () -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void closeWaitsForPendingRequestsAndEndsThreads() {
    Ratelimit limiter = builder().build();
    CompletableFuture<Result> answer = startCall(limiter);
    Thread closing = run(limiter::close);
    awaitWaiting(closing);

    go.countDown();

    join(closing);
    assertThat(answer).isCompletedWithValueMatching(result -> result.remaining() == 9);
  }

  @Test
  void aClosedLimiterRefusesCalls() {
    go.countDown();
    Ratelimit limiter = builder().build();
    Overrides overrides = limiter.overrides();
    Ratelimit view = limiter.in("other", Limit.of(1, "60s"));
    view.close();
    assertThat(view.limit("me").success()).as("closing a view does nothing").isTrue();
    limiter.close();
    limiter.close();

    Check check = Check.of("me");
    assertThatIllegalStateException().isThrownBy(() -> limiter.limit("me"));
    assertThatIllegalStateException().isThrownBy(() -> view.limit("me"));
    assertThatIllegalStateException().isThrownBy(() -> limiter.limitAsync("me"));
    assertThatIllegalStateException().isThrownBy(() -> limiter.limitAll(List.of(check)));
    assertThatIllegalStateException().isThrownBy(() -> limiter.limitAllAsync(List.of(check)));
    assertThatIllegalStateException().isThrownBy(limiter::overrides);
    assertThatIllegalStateException().isThrownBy(() -> limiter.in("a", Limit.of(1, "60s")));
    assertThatIllegalStateException().isThrownBy(() -> overrides.get("me"));
    assertThatIllegalStateException().isThrownBy(overrides::list);
    assertThatIllegalStateException().isThrownBy(overrides::listAsync);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void closeWorksWithinAContinuation() {
    Ratelimit limiter = builder().build();
    CompletableFuture<Result> closed =
        startCall(limiter).whenComplete((result, thrown) -> limiter.close());

    go.countDown();

    assertThat(Eventually.await(closed).success()).isTrue();
  }

  @Test
  void closeWorksWithinAFallback() {
    AtomicReference<Ratelimit> self = new AtomicReference<>();
    Ratelimit limiter = builder()
        .timeout("10ms")
        .fallback(identifier -> {
          Objects.requireNonNull(self.get()).close();
          return Result.allow();
        })
        .build();
    self.set(limiter);

    assertThat(Eventually.await(limiter.limitAsync("me"))).isEqualTo(Result.allow());
  }

  @Test
  void closeByAnInterruptedThreadDoesNotWait() {
    Ratelimit limiter = builder().build();
    CompletableFuture<Result> answer = startCall(limiter);
    AtomicReference<Boolean> stillInterrupted = new AtomicReference<>();
    Thread closing = run(() -> {
      Thread.currentThread().interrupt();
      limiter.close();
      stillInterrupted.set(Thread.currentThread().isInterrupted());
    });

    join(closing);
    assertThat(Eventually.await(answer)).isEqualTo(Result.refuse());
    assertThat(stillInterrupted.get()).isTrue();
  }

  @Test
  void interruptingCloseEndsTheWait() {
    Ratelimit limiter = builder().build();
    CompletableFuture<Result> answer = startCall(limiter);
    Thread closing = run(limiter::close);
    awaitWaiting(closing);

    closing.interrupt();

    join(closing);
    assertThat(Eventually.await(answer)).isEqualTo(Result.refuse());
  }

  @Test
  void concurrentRequestsAreAllAnsweredDuringClose() {
    go.countDown();
    for (int round = 0; round < 5; round++) {
      server.requests().clear();
      Ratelimit limiter = builder().build();
      List<CompletableFuture<Result>> answers = new ArrayList<>();
      Thread asking = run(() -> {
        try {
          for (int i = 0; i < 100; i++) {
            answers.add(limiter.limitAsync("me"));
          }
        } catch (IllegalStateException e) {
          // The limiter is closed.
        }
      });
      Eventually.until("nothing was requested", () -> !server.requests().isEmpty());
      limiter.close();
      join(asking);

      assertThat(answers)
          .isNotEmpty()
          .allSatisfy(answer -> assertThat(answer).isCompletedWithValueMatching(Result::success));
    }
  }
}
