// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static io.weir.client.rig.ScriptedServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.client.rig.ManualTimer;
import io.weir.client.rig.ScriptedServer;
import io.weir.testkit.servers.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CachedRefusalsTest {
  private final ManualTimer timer = new ManualTimer();

  private RatelimitBuilder builder(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timer(timer)
        .cacheRefusals();
  }

  @Test
  void aValidRefusalIsAnsweredFromTheCache() {
    try (ScriptedServer server = ScriptedServer.answering(refused("Retry-After-Ms: 1510"));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me", 2))
          .isEqualTo(new Result(false, 10, 0, 1700000000000L, 1_510, "rlor_1", Source.LIMITER));
      timer.advanceMillis(510);

      assertThat(limiter.limit("me", 2))
          .isEqualTo(new Result(false, 10, 0, 1700000000000L, 1_000, "rlor_1", Source.CACHE));
      assertThat(Eventually.await(limiter.limitAsync("me", 3)).source()).isEqualTo(Source.CACHE);
      assertThat(limiter.limit("me", 11).retryAfterMillis())
          .as("more than the limit never fits")
          .isEqualTo(Result.NEVER);
      assertThat(server.requests()).hasSize(1);

      assertThat(limiter.limit("me", 1).source()).isEqualTo(Source.LIMITER);
      assertThat(limiter.limit("me", 0).source()).isEqualTo(Source.LIMITER);
      assertThat(limiter.in("other", Limit.of(10, "60s")).limit("me", 2).source())
          .isEqualTo(Source.LIMITER);
      assertThat(limiter.limit(Check.of("me").cost(2).limit(9, "60s")).source())
          .isEqualTo(Source.LIMITER);
      assertThat(server.requests()).hasSize(5);
      assertThat(limiter.in("ns", Limit.of(10, "60s")).limit("me", 2).source())
          .as("views share the cache")
          .isEqualTo(Source.CACHE);
    }
  }

  @ParameterizedTest
  @CsvSource({"Retry-After: 3,3000,1990", "Retry-After-Ms: 3000,3000,2990"})
  void aRefusalIsCachedNoLongerThanTheServersMinimum(String header, long stated, long valid) {
    try (ScriptedServer server = ScriptedServer.answering(refused(header));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me").retryAfterMillis()).isEqualTo(stated);
      timer.advanceMillis(valid - 1);
      assertThat(limiter.limit("me").source()).isEqualTo(Source.CACHE);
      timer.advanceMillis(1);
      assertThat(limiter.limit("me").source()).isEqualTo(Source.LIMITER);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: y",
        "Retry-After: 1",
        "Retry-After: Wed, 21 Oct 2099 07:28:00 GMT",
        "Retry-After: -5",
        "Retry-After: 99999999999999999999",
        "Retry-After-Ms: 0"
      })
  void aRefusalWithoutAUsableRetryAfterIsNotCached(String header) {
    try (ScriptedServer server = ScriptedServer.answering(refused(header));
        Ratelimit limiter = builder(server).build()) {
      limiter.limit("me");
      assertThat(limiter.limit("me").source()).isEqualTo(Source.LIMITER);
    }
  }

  @Test
  void aCostAboveTheLimitIsNotCached() {
    try (ScriptedServer server = ScriptedServer.answering(refused("Retry-After: 30"));
        Ratelimit limiter = builder(server).build()) {
      for (int i = 0; i < 2; i++) {
        assertThat(limiter.limit("me", 11))
            .isEqualTo(
                new Result(false, 10, 0, 1700000000000L, Result.NEVER, "rlor_1", Source.LIMITER));
      }
    }
  }

  @Test
  void fallbackAndBatchRefusalsAreNotCached() {
    ScriptedServer server = ScriptedServer.start((request, peer) -> peer.write(
        request.head().contains("multiLimit")
            ? ScriptedServer.json(
                200,
                "{\"data\":{\"passed\":false,\"limits\":[{\"passed\":false,\"limit\":10,"
                    + "\"remaining\":0,\"reset\":1}]}}",
                "Retry-After: 30")
            : ScriptedServer.json(503, "{}", "Retry-After: 30")));
    try (server;
        Ratelimit limiter = builder(server).build()) {
      BatchResult batch = limiter.limitAll(List.of(Check.of("me")));
      assertThat(batch.results().get(0).retryAfterMillis()).isEqualTo(30_000);
      assertThat(limiter.limit("me").source()).isEqualTo(Source.FALLBACK);
      assertThat(limiter.limit("me").source()).isEqualTo(Source.FALLBACK);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void changingAnOverrideClearsTheCache() {
    ScriptedServer server = ScriptedServer.start((request, peer) -> {
      if (request.head().contains("Override")) {
        peer.close();
      } else {
        peer.write(refused("Retry-After: 30"));
      }
    });
    try (server;
        Ratelimit limiter = builder(server).build()) {
      limiter.limit("me");
      assertThat(limiter.limit("me").source()).isEqualTo(Source.CACHE);
      assertThat(Eventually.failure(limiter.overrides().setAsync("me", Limit.of(99, "60s"))))
          .isInstanceOf(RatelimitException.class);
      assertThat(limiter.limit("me").source()).isEqualTo(Source.LIMITER);
    }
  }

  @Test
  void cancellingAnOverrideChangeClearsTheCache() {
    ScriptedServer server = ScriptedServer.start((request, peer) -> {
      if (request.head().contains("Override")) {
        boolean unusedEnd = peer.awaitEnd();
      } else {
        peer.write(refused("Retry-After: 30"));
      }
    });
    try (server;
        Ratelimit limiter = builder(server).timeout("60s").build()) {
      CompletableFuture<?> change = limiter.overrides().setAsync("me", Limit.of(99, "60s"));
      timer.advanceMillis(10_000); // refusals are cached again by now
      limiter.limit("me");
      assertThat(limiter.limit("me").source()).isEqualTo(Source.CACHE);

      change.cancel(true);

      assertThat(limiter.limit("me").source()).isEqualTo(Source.LIMITER);
    }
  }

  @Test
  void cachingIsOffByDefault() {
    try (ScriptedServer server = ScriptedServer.answering(refused("Retry-After: 30"));
        Ratelimit limiter = builder(server).cacheRefusals(0).build()) {
      limiter.limit("me");
      limiter.limit("me");
      assertThat(server.requests()).hasSize(2);
    }
  }
}
