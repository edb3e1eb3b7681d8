// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.client.rig.ManualTimer;
import io.weir.client.rig.ScriptedServer;
import io.weir.client.rig.ScriptedServer.Script;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.Eventually;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ClientTimeoutTest {
  enum SlowResponse {
    SILENT((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    }),
    HALF_A_HEAD((request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-");
      boolean unusedEnd = peer.awaitEnd();
    }),
    HALF_A_BODY((request, peer) -> {
      peer.write(ScriptedServer.allowed(9).replaceAll("..$", ""));
      boolean unusedEnd = peer.awaitEnd();
    }),
    DRIPPING((request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
      while (true) {
        peer.write(" ");
        Eventually.waitMillis(5);
      }
    });

    @SuppressWarnings("ImmutableEnumChecker") // stateless lambdas
    private final Script script;

    SlowResponse(Script script) {
      this.script = script;
    }
  }

  private final ManualTimer timer = new ManualTimer();

  private RatelimitBuilder builder(int port) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl("http://127.0.0.1:" + port)
        .namespace("ns")
        .limit(10, "60s")
        .timer(timer);
  }

  @AfterEach
  void assertNoThreadsLeft() {
    ClientThreads.awaitNone();
  }

  @ParameterizedTest
  @EnumSource
  void theFallbackAnswersAtTheTimeout(SlowResponse slowResponse) {
    try (ScriptedServer server = ScriptedServer.start(slowResponse.script);
        Ratelimit limiter = builder(server.port())
            .fallback(identifier -> new Result(true, 0, 0, 0, 0, identifier, Result.Source.LIMITER))
            .onError((failure, identifier) -> {
              throw new AssertionError("a time-out is no error", failure);
            })
            .build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("no request came", () -> server.requests().size() == 1);
      timer.advanceMillis(4_999);
      assertThat(answer).isNotDone();

      timer.advanceMillis(1);

      assertThat(Eventually.await(answer))
          .isEqualTo(new Result(true, 0, 0, 0, 0, "me", Result.Source.FALLBACK));
      Eventually.until("the connection stays open", () -> server.closedConnections() == 1);
      assertThat(server.requests()).hasSize(1);
      assertThat(timer.pendingTasks()).isZero();
    }
  }

  @Test
  void waitingCallersRunTheFallbackOnTheirThread() throws InterruptedException {
    AtomicReference<Thread> ran = new AtomicReference<>();
    AtomicReference<Result> got = new AtomicReference<>();
    try (ScriptedServer server = ScriptedServer.start(SlowResponse.SILENT.script);
        Ratelimit limiter = builder(server.port())
            .fallback(identifier -> {
              ran.set(Thread.currentThread());
              return Result.allow();
            })
            .build()) {
      Thread caller = new Thread(() -> got.set(limiter.limit("me")));
      caller.start();
      Eventually.until("no request came", () -> server.requests().size() == 1);

      timer.advanceMillis(5_000);

      caller.join();
      assertThat(got.get()).isEqualTo(Result.allow());
      assertThat(ran.get()).isSameAs(caller);
    }
  }

  @Test
  void applicationFunctionsNeverRunOnTheTimerThread() {
    AtomicReference<Thread> ran = new AtomicReference<>();
    try (ScriptedServer server = ScriptedServer.start(SlowResponse.SILENT.script);
        Ratelimit limiter = builder(server.port())
            .fallback(identifier -> {
              ran.set(Thread.currentThread());
              return Result.allow();
            })
            .build()) {
      CompletableFuture<Thread> continued =
          limiter.limitAsync("me").thenApply(result -> Thread.currentThread());

      timer.advanceMillis(5_000);

      assertThat(Eventually.await(continued).getName()).startsWith("weir-client-answer-");
      assertThat(ran.get())
          .extracting(Thread::getName)
          .asString()
          .startsWith("weir-client-answer-");
    }
  }

  @Test
  void overridesAndBatchesReportTheTimeout() {
    try (ScriptedServer server = ScriptedServer.start(SlowResponse.SILENT.script);
        Ratelimit limiter = builder(server.port())
            .fallback(identifier -> identifier.equals("b") ? Result.refuse() : Result.allow())
            .build()) {
      CompletableFuture<String> set = limiter.overrides().setAsync("me", Limit.of(1, "60s"));
      CompletableFuture<BatchResult> mixed =
          limiter.limitAllAsync(List.of(Check.of("a"), Check.of("b")));
      CompletableFuture<BatchResult> fine = limiter.limitAllAsync(List.of(Check.of("a")));

      timer.advanceMillis(5_000);

      assertThat(Eventually.failure(set))
          .isInstanceOfSatisfying(RatelimitException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(failure.isCountUnknown()).isTrue();
          });
      assertThat(Eventually.await(mixed))
          .isEqualTo(new BatchResult(false, List.of(Result.allow(), Result.refuse())));
      assertThat(Eventually.await(fine).success()).isTrue();
    }
  }

  @Test
  void anUnreachableServerFailsAfterTheLastPause() {
    AtomicReference<RatelimitException> reported = new AtomicReference<>();
    try (Ratelimit limiter = builder(ScriptedServer.closedPort())
        .onError((failure, identifier) -> {
          reported.set(failure);
          return Result.allow();
        })
        .build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      for (long pause : new long[] {50, 100, 200}) {
        Eventually.until("there is no pause", () -> timer.pendingTasks() == 2);
        assertThat(timer.nextDueMillis()).isEqualTo(pause);
        timer.advanceMillis(pause);
      }

      assertThat(Eventually.await(answer).source()).isEqualTo(Result.Source.ERROR);
      RatelimitException failure = Objects.requireNonNull(reported.get());
      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure.isCountUnknown()).isFalse();
      assertThat(failure).hasMessageContainingAll("attempts: 4", "onnection refused");
      assertThat(timer.pendingTasks()).isZero();
    }
  }

  @Test
  void noPauseExtendsBeyondTheTimeout() {
    try (Ratelimit limiter =
        builder(ScriptedServer.closedPort()).timeout("120ms").retries(10).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.pendingTasks() == 2);
      timer.advanceMillis(50);

      assertThat(Eventually.await(answer)).isEqualTo(Result.refuse());
      assertThat(timer.pendingTasks()).isZero();
    }
  }

  @Test
  void aTimeoutDuringAPauseEndsRetries() {
    int port = ScriptedServer.closedPort();
    try (Ratelimit limiter = builder(port).timeout("60ms").build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.pendingTasks() == 2);
      try (ScriptedServer server = ScriptedServer.startAt(port, SlowResponse.SILENT.script)) {
        timer.advanceMillis(60);

        assertThat(Eventually.await(answer)).isEqualTo(Result.refuse());
        assertThat(timer.pendingTasks()).isZero();
        assertThat(server.requests()).isEmpty();
      }
    }
  }

  @Test
  void aServerThatRecoversWithinTheTimeoutIsCalledOnce() {
    int port = ScriptedServer.closedPort();
    try (Ratelimit limiter = builder(port).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.pendingTasks() == 2);
      try (ScriptedServer server =
          ScriptedServer.startAt(port, (request, peer) -> peer.write(ScriptedServer.allowed(9)))) {
        timer.advanceMillis(50);

        assertThat(Eventually.await(answer).source()).isEqualTo(Result.Source.LIMITER);
        assertThat(server.requests()).hasSize(1);
        Eventually.until("the time-out is still pending", () -> timer.pendingTasks() == 0);
      }
    }
  }
}
