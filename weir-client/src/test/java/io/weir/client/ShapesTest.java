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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An answer that does not fit its question")
final class ShapesTest {
  private static final String FITS =
      "{\"passed\":true,\"limit\":10,\"remaining\":9,\"reset\":1,\"namespace\":\"ns\"}";

  private static final String FULL =
      "{\"passed\":false,\"limit\":10,\"remaining\":0,\"reset\":1,\"overrideId\":\"o\"}";

  private static final String OVERRIDE =
      "{\"overrideId\":\"o\",\"identifier\":\"a\",\"limit\":1,\"duration\":%d}";

  private static RatelimitBuilder asking(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timeout("30s");
  }

  private static ScriptedServer giving(String data, String rest) {
    return ScriptedServer.saying(
        ScriptedServer.json(200, "{\"data\":" + data + rest + "}", "Retry-After: 7"));
  }

  private static BatchResult batch(String data) {
    try (ScriptedServer server = giving(data, "");
        Ratelimit limiter = asking(server).build()) {
      return limiter.limitAll(List.of(Check.of("a"), Check.of("b").cost(11)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"passed\":true,\"limits\":[" + FITS + "]}",
        "{\"passed\":true,\"limits\":[" + FITS + "," + FITS + "," + FITS + "]}",
        "{\"passed\":true,\"limits\":[" + FITS + "," + FULL + "]}",
        "{\"passed\":1,\"limits\":[" + FITS + "," + FITS + "]}",
        "{\"passed\":true,\"limits\":{}}",
        "{\"passed\":true}",
        "{\"passed\":false,\"limits\":[" + FULL + ",null]}"
      })
  @DisplayName("to a batch is none: too few or too many, or one that contradicts itself")
  void batches(String data) {
    assertThat(batch(data).results()).containsExactly(Result.refuse(), Result.refuse());
  }

  @Test
  @DisplayName(
      "to a batch would be this one if it fitted: in order, with the one wait that it tells for all that are refused")
  void soundBatches() {
    BatchResult one = batch("{\"passed\":false,\"limits\":[" + FULL + "," + FITS + "]}");
    assertThat(one.results())
        .containsExactly(
            new Result(false, 10, 0, 1, 7_000, "o", Result.Source.LIMITER),
            new Result(true, 10, 9, 1, 0, "", Result.Source.LIMITER));

    BatchResult both = batch("{\"passed\":false,\"limits\":[" + FULL + "," + FULL + "]}");
    assertThat(both.results())
        .extracting(Result::retryAfterMillis)
        .containsExactly(7_000L, Result.NEVER);
  }

  private static RatelimitException failedList(String data, String rest) {
    try (ScriptedServer server = giving(data, rest);
        Ratelimit limiter = asking(server).build()) {
      Overrides overrides = limiter.overrides();
      assertThat(Eventually.failure(overrides.listAsync())).isInstanceOf(RatelimitException.class);
      return catchThrowableOfType(RatelimitException.class, overrides::list);
    }
  }

  @Test
  @DisplayName("to a list has no end, no cursor, or no override as they can be")
  void lists() {
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
  @DisplayName(
      "would not be a list with an override that is longer than limits here: it is shown as it is")
  void longOverrides() {
    String ninetyDays = OVERRIDE.formatted(Duration.ofDays(90).toMillis());
    try (ScriptedServer server =
            giving("[" + ninetyDays + "]", ",\"pagination\":{\"hasMore\":false}");
        Ratelimit limiter = asking(server).build()) {
      List<Overrides.Entry> entries = limiter.overrides().list();

      assertThat(entries).containsExactly(new Overrides.Entry("o", "a", 1, Duration.ofDays(90)));
      assertThatIllegalArgumentException()
          .isThrownBy(entries.get(0)::limit)
          .withMessageContaining("30 days");
    }
  }

  @Test
  @DisplayName("may come in the middle of a list: then there is no list")
  void brokenLists() {
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
        Ratelimit limiter = asking(server).build()) {
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
  @DisplayName("to an override tells a missing one from a missing namespace")
  void missing() {
    String problem = "{\"error\":{\"type\":\"https://x/%s_not_found\"}}";
    try (ScriptedServer server = ScriptedServer.saying(
            ScriptedServer.json(404, problem.formatted("data/ratelimit_override")));
        Ratelimit limiter = asking(server).build()) {
      assertThat(limiter.overrides().get("me")).isEmpty();
      assertThat(limiter.overrides().delete("me")).isFalse();
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().set("me", Limit.of(1, "1s"))))
          .isNotNull();
    }
    try (ScriptedServer server = ScriptedServer.saying(
            ScriptedServer.json(404, problem.formatted("data/ratelimit_namespace")));
        Ratelimit limiter = asking(server).build()) {
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().get("me")))
          .isNotNull();
      assertThat(catchThrowableOfType(
              RatelimitException.class, () -> limiter.overrides().delete("me")))
          .isNotNull();
    }
  }
}
