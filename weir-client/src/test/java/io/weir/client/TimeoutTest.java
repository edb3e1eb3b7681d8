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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The time-out, by a clock that the test moves,")
final class TimeoutTest {
  enum Slow {
    SILENT((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    }),
    HALF_A_HEAD((request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-");
      boolean unusedEnd = peer.awaitEnd();
    }),
    HALF_A_BODY((request, peer) -> {
      peer.write(ScriptedServer.passed(9).replaceAll("..$", ""));
      boolean unusedEnd = peer.awaitEnd();
    }),
    DRIPPING((request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
      while (true) {
        peer.write(" ");
        Eventually.letPass(5);
      }
    });

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Script script;

    Slow(Script script) {
      this.script = script;
    }
  }

  private final ManualTimer timer = new ManualTimer();

  private RatelimitBuilder asking(int port) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl("http://127.0.0.1:" + port)
        .namespace("ns")
        .limit(10, "60s")
        .timer(timer);
  }

  @AfterEach
  void noThreadIsLeft() {
    ClientThreads.awaitNone();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("is when the fallback answers, not earlier; and then the connection is closed")
  void theFallbackAnswers(Slow slow) {
    try (ScriptedServer server = ScriptedServer.start(slow.script);
        Ratelimit limiter = asking(server.port())
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

      assertThat(Eventually.answer(answer))
          .isEqualTo(new Result(true, 0, 0, 0, 0, "me", Result.Source.FALLBACK));
      Eventually.until("the connection stays open", () -> server.ended() == 1);
      assertThat(server.requests()).hasSize(1);
      assertThat(timer.waiting()).isZero();
    }
  }

  @Test
  @DisplayName("holds for callers who wait, and their fallback runs on their own thread")
  void callersWhoWait() throws InterruptedException {
    AtomicReference<Thread> ran = new AtomicReference<>();
    AtomicReference<Result> got = new AtomicReference<>();
    try (ScriptedServer server = ScriptedServer.start(Slow.SILENT.script);
        Ratelimit limiter = asking(server.port())
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
  @DisplayName("never runs the application's functions on the timer's thread")
  void functionsRunElsewhere() {
    AtomicReference<Thread> ran = new AtomicReference<>();
    try (ScriptedServer server = ScriptedServer.start(Slow.SILENT.script);
        Ratelimit limiter = asking(server.port())
            .fallback(identifier -> {
              ran.set(Thread.currentThread());
              return Result.allow();
            })
            .build()) {
      CompletableFuture<Thread> continued =
          limiter.limitAsync("me").thenApply(result -> Thread.currentThread());

      timer.advanceMillis(5_000);

      assertThat(Eventually.answer(continued).getName()).startsWith("weir-client-answer-");
      assertThat(ran.get())
          .extracting(Thread::getName)
          .asString()
          .startsWith("weir-client-answer-");
    }
  }

  @Test
  @DisplayName("is reported by overrides, and by batches for each identifier")
  void overridesAndBatches() {
    try (ScriptedServer server = ScriptedServer.start(Slow.SILENT.script);
        Ratelimit limiter = asking(server.port())
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
      assertThat(Eventually.answer(mixed))
          .isEqualTo(new BatchResult(false, List.of(Result.allow(), Result.refuse())));
      assertThat(Eventually.answer(fine).success()).isTrue();
    }
  }

  @Test
  @DisplayName(
      "is not waited for when nobody can be reached: after the last of the pauses the call fails")
  void pauses() {
    AtomicReference<RatelimitException> told = new AtomicReference<>();
    try (Ratelimit limiter = asking(ScriptedServer.closedPort())
        .onError((failure, identifier) -> {
          told.set(failure);
          return Result.allow();
        })
        .build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      for (long pause : new long[] {50, 100, 200}) {
        Eventually.until("there is no pause", () -> timer.waiting() == 2);
        assertThat(timer.firstMillis()).isEqualTo(pause);
        timer.advanceMillis(pause);
      }

      assertThat(Eventually.answer(answer).source()).isEqualTo(Result.Source.ERROR);
      RatelimitException failure = Objects.requireNonNull(told.get());
      assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure.isCountUnknown()).isFalse();
      assertThat(failure).hasMessageContainingAll("attempts: 4", "onnection refused");
      assertThat(timer.waiting()).isZero();
    }
  }

  @Test
  @DisplayName("ends the pauses: one that would last longer is not begun")
  void noPauseBeyondIt() {
    try (Ratelimit limiter =
        asking(ScriptedServer.closedPort()).timeout("120ms").retries(10).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.waiting() == 2);
      timer.advanceMillis(50);

      assertThat(Eventually.answer(answer)).isEqualTo(Result.refuse());
      assertThat(timer.waiting()).isZero();
    }
  }

  @Test
  @DisplayName("comes during a pause, too, and then nothing is tried any more")
  void duringAPause() {
    int port = ScriptedServer.closedPort();
    try (Ratelimit limiter = asking(port).timeout("60ms").build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.waiting() == 2);
      try (ScriptedServer server = ScriptedServer.startAt(port, Slow.SILENT.script)) {
        timer.advanceMillis(60);

        assertThat(Eventually.answer(answer)).isEqualTo(Result.refuse());
        assertThat(timer.waiting()).isZero();
        assertThat(server.requests()).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("leaves room for a server that comes back within it, which is asked once")
  void aServerThatComesBack() {
    int port = ScriptedServer.closedPort();
    try (Ratelimit limiter = asking(port).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("there is no pause", () -> timer.waiting() == 2);
      try (ScriptedServer server =
          ScriptedServer.startAt(port, (request, peer) -> peer.write(ScriptedServer.passed(9)))) {
        timer.advanceMillis(50);

        assertThat(Eventually.answer(answer).source()).isEqualTo(Result.Source.LIMITER);
        assertThat(server.requests()).hasSize(1);
        Eventually.until("the time-out is still there", () -> timer.waiting() == 0);
      }
    }
  }
}
