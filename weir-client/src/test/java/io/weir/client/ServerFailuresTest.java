// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static io.weir.client.rig.ScriptedServer.answer;
import static io.weir.client.rig.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import io.weir.client.rig.ScriptedServer.Script;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time-out is long, so that an answer after the time-out differs clearly from an immediate one. */
final class ServerFailuresTest {
  private static final String DATA =
      "{\"data\":{\"success\":true,\"limit\":10,\"remaining\":%s,\"reset\":1}}";

  private static final String ERROR =
      "{\"meta\":{\"requestId\":\"req_7\"},\"error\":{\"title\":\"Sorry\","
          + "\"detail\":\"too bad\",\"status\":0,\"type\":\"x\"}}";

  enum Fault {
    STATUS_500(Kind.UNAVAILABLE, (request, peer) -> peer.write(json(500, ERROR))),
    STATUS_503_IN_PLAIN_TEXT(
        Kind.UNAVAILABLE, (request, peer) -> peer.write(answer(503, "text/plain", "busy"))),
    STATUS_429(
        Kind.UNAVAILABLE,
        (request, peer) -> peer.write(answer(429, "application/problem+json", ERROR))),
    STATUS_408(Kind.UNAVAILABLE, (request, peer) -> peer.write(json(408, ERROR))),
    STATUS_204(
        Kind.UNINTELLIGIBLE, (request, peer) -> peer.write("HTTP/1.1 204 No Content\r\n\r\n")),
    NOT_JSON(Kind.UNINTELLIGIBLE, (request, peer) -> peer.write(json(200, "{\"data\":{"))),
    TRAILING_TEXT(
        Kind.UNINTELLIGIBLE,
        (request, peer) -> peer.write(json(200, DATA.formatted("9") + "true"))),
    NOT_AN_OBJECT(Kind.UNINTELLIGIBLE, (request, peer) -> peer.write(json(200, "[]"))),
    NO_DATA(Kind.UNINTELLIGIBLE, (request, peer) -> peer.write(json(200, "{}"))),
    EMPTY(Kind.UNINTELLIGIBLE, (request, peer) -> peer.write(json(200, ""))),
    WRONG_TYPE(
        Kind.UNINTELLIGIBLE,
        (request, peer) -> peer.write(answer(200, "text/html", DATA.formatted("9")))),
    NOT_HTTP(Kind.UNINTELLIGIBLE, (request, peer) -> {
      peer.write("what do you want?\r\n\r\n");
      peer.close();
    }),
    ENDLESS(Kind.UNINTELLIGIBLE, (request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
      while (true) {
        peer.write(" ".repeat(10_000));
      }
    }),
    LARGE_ERROR(Kind.UNAVAILABLE, (request, peer) -> peer.write(json(500, "x".repeat(1_100_000)))),
    CLOSED_WITHOUT_RESPONSE(Kind.BROKEN, (request, peer) -> peer.close()),
    RESET_WITHOUT_RESPONSE(Kind.BROKEN, (request, peer) -> {
      peer.socket().setSoLinger(true, 0);
      peer.close();
    }),
    CLOSED_DURING_HEAD(Kind.BROKEN, (request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nContent-Ty");
      peer.close();
    }),
    CLOSED_DURING_BODY(Kind.BROKEN, (request, peer) -> {
      peer.write(ScriptedServer.allowed(9).replaceAll("..$", ""));
      peer.close();
    });

    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // stateless lambdas
    private final Script script;

    Fault(Kind kind, Script script) {
      this.kind = kind;
      this.script = script;
    }
  }

  private static RatelimitBuilder builder(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("secretKey")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s")
        .timeout("30s");
  }

  @AfterEach
  void assertNoThreadsLeft() {
    ClientThreads.awaitNone();
  }

  @ParameterizedTest
  @EnumSource
  void aFailingServerIsCalledOnceAndTheFallbackAnswers(Fault fault) {
    AtomicReference<RatelimitException> reported = new AtomicReference<>();
    try (ScriptedServer server = ScriptedServer.start(fault.script);
        Ratelimit without = builder(server).fallback(Result.allow()).build();
        Ratelimit with = builder(server)
            .onError((failure, identifier) -> {
              reported.set(failure);
              return new Result(true, 1, 2, 3, 4, identifier, Result.Source.LIMITER);
            })
            .build()) {
      assertThat(without.limit("me")).isEqualTo(Result.allow());
      assertThat(server.requests()).hasSize(1);

      assertThat(with.limit("you"))
          .isEqualTo(new Result(true, 1, 2, 3, 4, "you", Result.Source.ERROR));
      RatelimitException failure = Objects.requireNonNull(reported.get());
      assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(fault.kind);
      assertThat(failure.getMessage()).doesNotContain("secretKey");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void anotherProtocolCountsAsUnreachable() throws IOException {
    AtomicReference<RatelimitException> reported = new AtomicReference<>();
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Ratelimit limiter = HttpRatelimit.builder()
            .rootKey("secretKey")
            .baseUrl("https://127.0.0.1:" + plain.getLocalPort())
            .namespace("ns")
            .limit(10, "60s")
            .timeout("30s")
            .onError((failure, identifier) -> {
              reported.set(failure);
              return Result.allow();
            })
            .build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      plain.accept().close();

      assertThat(Eventually.await(answer).source()).isEqualTo(Result.Source.ERROR);
      RatelimitException failure = Objects.requireNonNull(reported.get());
      assertThat(failure.kind()).as("%s", failure).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure.isCountUnknown()).isFalse();
    }
  }

  @Test
  void truncatedMessagesShowNoPartOfTheKey() {
    String detail = "x".repeat(495) + "secretKey";
    String body = "{\"error\":{\"detail\":\"" + detail + "\"}}";
    try (ScriptedServer server = ScriptedServer.answering(json(403, body));
        Ratelimit limiter = builder(server).build()) {
      RatelimitException failure =
          catchThrowableOfType(RatelimitException.class, () -> limiter.limit("me"));

      assertThat(failure.getMessage()).contains("xxx").doesNotContain("sec");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9.0",
        "9.5",
        "1e3",
        "9223372036854775808",
        "-1",
        "null",
        "\"9\"",
        "true",
        "[]",
        "{}",
        "9,\"remaining\":8",
        "NaN",
        "09"
      })
  void invalidOrDuplicateNumbersAreRefused(String number) {
    try (ScriptedServer server = ScriptedServer.answering(json(200, DATA.formatted(number)));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me")).isEqualTo(Result.refuse());
    }
    try (ScriptedServer server =
            ScriptedServer.answering(json(200, DATA.formatted("9223372036854775807")));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me").remaining()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void unknownAndNullFieldsAreIgnored() {
    String more =
        "{\"meta\":null,\"data\":{\"success\":true,\"limit\":10,\"remaining\":9,\"reset\":1,"
            + "\"overrideId\":null,\"more\":[1.5,{\"a\":1e999}]},\"else\":99999999999999999999}";
    try (ScriptedServer server = ScriptedServer.answering(json(200, more));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me"))
          .isEqualTo(new Result(true, 10, 9, 1, 0, "", Result.Source.LIMITER));
    }
  }

  @Test
  void redirectsAreNotFollowed() {
    try (ScriptedServer other = ScriptedServer.answering(ScriptedServer.allowed(1));
        ScriptedServer server = ScriptedServer.answering(
            json(307, "", "Location: " + other.url() + "/v2/ratelimit.limit"));
        Ratelimit limiter = builder(server).build()) {
      assertThat(limiter.limit("me")).isEqualTo(Result.refuse());
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void endlessHeadersAreCutOffAtTheTimeout() {
    ScriptedServer server = ScriptedServer.start((request, peer) -> {
      peer.write("HTTP/1.1 200 OK\r\nX: ");
      try {
        for (int i = 0; i < 2_000; i++) {
          peer.write("x".repeat(10_000));
        }
        boolean unusedEnd = peer.awaitEnd();
      } catch (SocketException e) {
        peer.close();
      }
    });
    try (server;
        Ratelimit limiter = builder(server).timeout("3s").build()) {
      assertThat(limiter.limit("me")).isEqualTo(Result.refuse());
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 413})
  void aRejectedRequestIsReportedWithoutTheKey(int status) {
    String problem =
        "{\"meta\":{\"requestId\":\"req_7\"},\"error\":{\"title\":\"Bad Request\",\"detail\":"
            + "\"it had Bearer secretKey\\nin it\",\"errors\":[{\"location\":\"/properties/cost\","
            + "\"message\":\"too dear\",\"fix\":\"pay less\"},7]}}";
    try (ScriptedServer server = ScriptedServer.answering(json(status, problem));
        Ratelimit limiter = builder(server).fallback(Result.allow()).build()) {
      RatelimitException thrown =
          catchThrowableOfType(RatelimitException.class, () -> limiter.limit("me"));

      assertThat(thrown.kind()).isEqualTo(Kind.REJECTED);
      assertThat(thrown.status()).isEqualTo(status);
      assertThat(thrown.requestId()).isEqualTo("req_7");
      assertThat(thrown.isCountUnknown()).isFalse();
      assertThat(thrown)
          .hasMessage(
              "the server responded with " + status + " Bad Request: it had Bearer *** in it "
                  + "[/properties/cost: too dear; : ] (request req_7)");
      assertThat(limiter.limitAsync("me"))
          .failsWithin(java.time.Duration.ofSeconds(30))
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(RatelimitException.class)
          .withMessageContaining(Integer.toString(status));
    }
  }
}
