// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResponseShapesTest {
  private static final String ALLOWED =
      "{\"passed\":true,\"limit\":10,\"remaining\":9,\"reset\":1,\"namespace\":\"ns\"}";

  private static final String REFUSED =
      "{\"passed\":false,\"limit\":10,\"remaining\":0,\"reset\":1,\"overrideId\":\"o\"}";

  private static final String OVERRIDE =
      "{\"overrideId\":\"o\",\"identifier\":\"a\",\"limit\":1,\"duration\":%d}";

  private static RatelimitBuilder builder(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timeout("30s");
  }

  private static ScriptedServer serverReturning(String data, String rest) {
    return ScriptedServer.answering(
        ScriptedServer.json(200, "{\"data\":" + data + rest + "}", "Retry-After: 7"));
  }

  private static BatchResult batch(String data) {
    try (ScriptedServer server = serverReturning(data, "");
        Ratelimit limiter = builder(server).build()) {
      return limiter.limitAll(List.of(Check.of("a"), Check.of("b").cost(11)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"passed\":true,\"limits\":[" + ALLOWED + "]}",
        "{\"passed\":true,\"limits\":[" + ALLOWED + "," + ALLOWED + "," + ALLOWED + "]}",
        "{\"passed\":true,\"limits\":[" + ALLOWED + "," + REFUSED + "]}",
        "{\"passed\":1,\"limits\":[" + ALLOWED + "," + ALLOWED + "]}",
        "{\"passed\":true,\"limits\":{}}",
        "{\"passed\":true}",
        "{\"passed\":false,\"limits\":[" + REFUSED + ",null]}"
      })
  void aMismatchedBatchResponseIsRefused(String data) {
    assertThat(batch(data).results()).containsExactly(Result.refuse(), Result.refuse());
  }

  @Test
  void aValidBatchResponseIsAcceptedWithItsWait() {
    BatchResult one = batch("{\"passed\":false,\"limits\":[" + REFUSED + "," + ALLOWED + "]}");
    assertThat(one.results())
        .containsExactly(
            new Result(false, 10, 0, 1, 7_000, "o", Result.Source.LIMITER),
            new Result(true, 10, 9, 1, 0, "", Result.Source.LIMITER));

    BatchResult both = batch("{\"passed\":false,\"limits\":[" + REFUSED + "," + REFUSED + "]}");
    assertThat(both.results())
        .extracting(Result::retryAfterMillis)
        .containsExactly(7_000L, Result.NEVER);
  }

  private static RatelimitException failedList(String data, String rest) {
    try (ScriptedServer server = serverReturning(data, rest);
        Ratelimit limiter = builder(server).build()) {
      Overrides overrides = limiter.overrides();
      assertThat(Eventually.failure(overrides.listAsync())).isInstanceOf(RatelimitException.class);
      return catchThrowableOfType(RatelimitException.class, overrides::list);
    }
  }

  @Test
  void anInvalidListResponseIsRefused() {
    String more = ",\"pagination\":{\"hasMore\":true,\"cursor\":\"c\"}";
    String last = ",\"pagination\":{\"hasMore\":false}";
    for (RatelimitException each : List.of(
        failedList("[]", more),
        failedList("[]", ",\"pagination\":{\"hasMore\":true}"),
        failedList("[]", ""),
        failedList("{}", last),
        failedList("[" + OVERRIDE.formatted(0) + "]", last))) {
      assertThat(each.kind()).as(each.getMessage()).isEqualTo(Kind.UNINTELLIGIBLE);
    }
  }

  @Test
  void aListMayHoldOverridesAboveTheLengthLimit() {
    String ninetyDays = OVERRIDE.formatted(Duration.ofDays(90).toMillis());
    try (ScriptedServer server =
            serverReturning("[" + ninetyDays + "]", ",\"pagination\":{\"hasMore\":false}");
        Ratelimit limiter = builder(server).build()) {
      List<Overrides.Entry> entries = limiter.overrides().list();

      assertThat(entries).containsExactly(new Overrides.Entry("o", "a", 1, Duration.ofDays(90)));
      assertThatIllegalArgumentException()
          .isThrownBy(entries.get(0)::limit)
          .withMessageContaining("30 days");
    }
  }

  @Test
  void anInvalidLaterPageFailsTheList() {
    AtomicInteger pages = new AtomicInteger();
    ScriptedServer server = ScriptedServer.start((request, peer) -> {
      int page = pages.incrementAndGet();
      if (page % 3 == 0) {
        peer.close();
      } else {
        peer.write(ScriptedServer.json(
            200,
            "{\"data\":[" + OVERRIDE.formatted(1_000)
                + "],\"pagination\":{\"hasMore\":true,\"cursor\":\"c" + page + "\"}}"));
      }
    });
    try (server;
        Ratelimit limiter = builder(server).build()) {
      RatelimitException thrown = catchThrowableOfType(
          RatelimitException.class, () -> limiter.overrides().list());
      assertThat(thrown.kind()).isEqualTo(Kind.BROKEN);
      assertThat(server.requests().get(1).body())
          .isEqualTo("{\"namespace\":\"ns\",\"limit\":100,\"cursor\":\"c1\"}");
      assertThat(Eventually.failure(limiter.overrides().listAsync()))
          .isInstanceOf(RatelimitException.class);
    }
  }

  @Test
  void aMissingOverrideDiffersFromAMissingNamespace() {
    String problem = "{\"error\":{\"type\":\"https://x/%s_not_found\"}}";
    try (ScriptedServer server = ScriptedServer.answering(
            ScriptedServer.json(404, problem.formatted("data/ratelimit_override")));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.overrides().get("me")).isEmpty();
      assertThat(limiter.overrides().delete("me")).isFalse();
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().set("me", Limit.of(1, "1s"))))
          .isNotNull();
    }
    try (ScriptedServer server = ScriptedServer.answering(
            ScriptedServer.json(404, problem.formatted("data/ratelimit_namespace")));
        Ratelimit limiter = builder(server).build()) {
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().get("me")))
          .isNotNull();
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().delete("me")))
          .isNotNull();
    }
  }
}
