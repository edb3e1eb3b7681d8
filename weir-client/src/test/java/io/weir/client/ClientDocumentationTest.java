// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.client.rig.ScriptedServer;
import io.weir.testkit.architecture.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Contains the code of docs/client.md verbatim, so that the documented code is compiled. */
final class ClientDocumentationTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  static Object first() {
    Ratelimit limiter = HttpRatelimit.builder()
        .rootKey(System.getenv("WEIR_ROOT_KEY"))
        .baseUrl("http://limits.internal:7777")
        .namespace("login")
        .limit(5, "60s")
        .build();

    Result result = limiter.limit("ann@example.com");
    if (!result.success()) {
      return tooManyRequests(result.retryAfter());
    }
    return result;
  }

  static void questions(Ratelimit limiter) {
    limiter.limit("ann"); // spend 1
    limiter.limit("ann", 5); // spend 5
    limiter.limit("ann", 0); // look, spend nothing
    limiter.limit(Check.of("ann").cost(5).limit(20, "1h")); // under another limit
    limiter.limit(Check.of("ann").namespace("search")); // elsewhere
    limiter.limitAll(List.of(Check.of("ann"), Check.of("10.0.0.7").namespace("ip")));
    var unused = limiter.limitAsync("ann").thenAccept(answer -> log(answer)); // without waiting

    limiter.overrides().set("vip_*", Limit.of(100, "60s"));
    limiter.overrides().get("vip_7");
    limiter.overrides().list();
    limiter.overrides().delete("vip_*");
  }

  static Ratelimit failures() {
    Ratelimit limiter = HttpRatelimit.builder()
        .rootKey(System.getenv("WEIR_ROOT_KEY"))
        .namespace("checkout")
        .limit(100, "1m")
        .timeout("300ms")
        .fallback(identifier -> identifier.startsWith("bot:") ? Result.refuse() : Result.allow())
        .onError((failure, identifier) -> {
          log(failure);
          return Result.allow();
        })
        .build();
    return limiter;
  }

  private static Object tooManyRequests(Optional<Duration> wait) {
    return wait;
  }

  private static void log(Object what) {
    assertThat(what).isNotNull();
  }

  @Test
  void documentedCodeCompiles() throws IOException {
    Path root = Repository.locate().root();
    String here = normalizeWhitespace(Files.readString(
        root.resolve("weir-client/src/test/java/io/weir/client/ClientDocumentationTest.java")));
    List<String> shown = CODE.matcher(Files.readString(root.resolve("docs/client.md")))
        .results()
        .map((MatchResult each) -> each.group(1))
        .flatMap(block -> List.of(block.split("\n\n", -1)).stream())
        .toList();

    assertThat(shown).hasSizeGreaterThanOrEqualTo(5);
    for (String code : shown) {
      for (String line : code.split(";", -1)) {
        assertThat(here).contains(normalizeWhitespace(line));
      }
    }
  }

  /** Line breaks are ignored, since the formatter chooses them. */
  private static String normalizeWhitespace(String text) {
    return text.lines().map(line -> line.replaceAll("\\s", "")).collect(Collectors.joining());
  }

  @Test
  void documentedRequestsAreAnswered() {
    String overrides = "{\"data\":%s,\"pagination\":{\"hasMore\":false}}";
    ScriptedServer server = ScriptedServer.start((request, peer) -> {
      String head = request.head().lines().findFirst().orElse("");
      String override =
          "{\"overrideId\":\"o\",\"identifier\":\"vip_*\",\"limit\":1,\"duration\":1000}";
      if (head.contains("listOverrides")) {
        peer.write(ScriptedServer.json(200, overrides.formatted("[" + override + "]")));
      } else if (head.contains("Override")) {
        peer.write(ScriptedServer.json(200, overrides.formatted(override)));
      } else {
        peer.write(ScriptedServer.allowed(9));
      }
    });
    try (server;
        Ratelimit limiter = HttpRatelimit.builder()
            .rootKey("key")
            .baseUrl(server.url())
            .namespace("ns")
            .limit(1, "60s")
            .build()) {
      questions(limiter);
      assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(10);
    }
  }
}
