// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientFallbackTest {
  private final ScriptedServer broken = ScriptedServer.answering(ScriptedServer.json(500, "{}"));

  private static RatelimitBuilder builder(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timeout("30s");
  }

  @AfterEach
  void assertNoThreadsLeft() {
    broken.close();
    ClientThreads.awaitNone();
  }

  @Test
  void aFailingFallbackIsAttachedToTheServersFailure() {
    RuntimeException mine = new IllegalStateException("mine");
    try (Ratelimit limiter = builder(broken)
        .fallback(identifier -> {
          throw mine;
        })
        .build()) {
      RatelimitException thrown =
          catchThrowableOfType(RatelimitException.class, () -> limiter.limit("me"));

      assertThat(thrown.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(thrown).hasSuppressedException(mine);
      assertThat(Eventually.failure(limiter.limitAsync("me")))
          .isInstanceOf(RatelimitException.class)
          .hasSuppressedException(mine);
      assertThat(Eventually.failure(limiter.limitAllAsync(List.of(Check.of("me")))))
          .hasSuppressedException(mine);
    }
  }

  @Test
  void anErrorInTheFallbackFailsTheFuture() {
    try (Ratelimit limiter = builder(broken)
        .fallback(identifier -> {
          throw new StackOverflowError("planted");
        })
        .build()) {
      assertThat(Eventually.failure(limiter.limitAsync("me")))
          .isInstanceOf(StackOverflowError.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @SuppressWarnings("NullAway") // the mistake that this test covers
  void aNullFromTheFallbackThrowsTheServersFailure(boolean isError) {
    RatelimitBuilder builder = builder(broken).fallback(identifier -> null);
    if (isError) {
      builder.fallback(Result.allow()).onError((failure, identifier) -> null);
    }
    try (Ratelimit limiter = builder.build()) {
      RatelimitException thrown =
          catchThrowableOfType(RatelimitException.class, () -> limiter.limit("me"));

      assertThat(thrown.getSuppressed())
          .singleElement()
          .extracting(Throwable::getMessage)
          .isEqualTo((isError ? "onError" : "the fallback") + " returned null");
    }
  }

  @Test
  void theFallbackAnswersEachIdentifierOfABatch() {
    List<Check> checks = List.of(Check.of("good"), Check.of("bad"));
    try (Ratelimit limiter = builder(broken)
        .onError(
            (failure, identifier) -> identifier.equals("good") ? Result.allow() : Result.refuse())
        .build()) {
      BatchResult answer = limiter.limitAll(checks);

      assertThat(answer.success()).isFalse();
      assertThat(answer.results())
          .containsExactly(
              Result.allow().from(Result.Source.ERROR), Result.refuse().from(Result.Source.ERROR));
      assertThat(limiter.limitAll(checks.subList(0, 1)).success()).isTrue();
    }
  }

  @Test
  void theErrorFunctionAnswersRejectedRequests() {
    try (ScriptedServer rejecting = ScriptedServer.answering(ScriptedServer.json(401, "{}"));
        Ratelimit limiter = builder(rejecting)
            .onError((failure, identifier) -> {
              assertThat(failure.status()).isEqualTo(401);
              return Result.allow();
            })
            .build()) {
      assertThat(limiter.limit("me").source()).isEqualTo(Result.Source.ERROR);
    }
  }

  @Test
  void anInterruptedCallerGetsTheFallback() {
    AtomicReference<Boolean> still = new AtomicReference<>();
    AtomicReference<Result> got = new AtomicReference<>();
    ScriptedServer silent = ScriptedServer.start((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    });
    try (silent;
        Ratelimit limiter = builder(silent).build()) {
      Thread caller = new Thread(() -> {
        got.set(limiter.limit("me"));
        still.set(Thread.currentThread().isInterrupted());
        got.set(limiter.limit("again"));
      });
      caller.start();
      Eventually.until("no request came", () -> silent.requests().size() == 1);

      caller.interrupt();

      Eventually.until("it hangs", () -> !caller.isAlive());
      assertThat(got.get()).isEqualTo(Result.refuse());
      assertThat(still.get()).isTrue();
      Eventually.until("the connection stays open", () -> silent.closedConnections() == 1);
      assertThat(silent.requests()).as("while interrupted, nothing is sent").hasSize(1);
    }
  }

  @Test
  void aCancelledFutureGetsNoFallback() {
    ScriptedServer silent = ScriptedServer.start((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    });
    AtomicReference<String> asked = new AtomicReference<>();
    try (silent;
        Ratelimit limiter = builder(silent)
            .fallback(identifier -> {
              asked.set(identifier);
              return Result.refuse();
            })
            .build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("no request came", () -> silent.requests().size() == 1);

      answer.cancel(true);

      Eventually.until("the connection stays open", () -> silent.closedConnections() == 1);
    }
    assertThat(asked.get()).isNull();
  }
}
