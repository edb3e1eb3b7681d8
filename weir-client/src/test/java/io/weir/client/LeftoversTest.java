// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.client.rig.ManualTimer;
import io.weir.client.rig.ScriptedServer;
import io.weir.client.rig.ScriptedServer.Script;
import io.weir.testkit.servers.Eventually;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The JDK's client has a thread and connections of its own, which before JDK 21 end only when nobody holds the client. */
@DisplayName("Of a closed limiter")
final class LeftoversTest {
  private static final int LIMITERS = 5;

  enum End {
    ANSWERED((request, peer) -> peer.write(ScriptedServer.passed(9))),
    TIMED_OUT((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    }),
    BROKEN((request, peer) -> peer.close());

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Script script;

    End(Script script) {
      this.script = script;
    }
  }

  private static RatelimitBuilder asking(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s");
  }

  private static Set<Thread> selectors() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("SelectorManager"))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("no thread of the JDK's is left, and no connection, though the server keeps them")
  void nothingIsLeft(End end) {
    Set<Thread> others = selectors();
    try (ScriptedServer server = ScriptedServer.start(end.script)) {
      for (int i = 0; i < LIMITERS; i++) {
        askOnce(server, end);
      }

      assertThat(server.connections()).isEqualTo(LIMITERS);
      Eventually.until("threads or connections are left", () -> {
        System.gc();
        return others.containsAll(selectors()) && server.ended() == LIMITERS;
      });
    }
  }

  private static void askOnce(ScriptedServer server, End end) {
    ManualTimer timer = new ManualTimer();
    int before = server.requests().size();
    try (Ratelimit limiter = asking(server).timer(timer).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("no request came", () -> server.requests().size() > before);
      if (end == End.TIMED_OUT) {
        timer.advanceMillis(5_000);
      }
      Result unused = Eventually.answer(answer);
    }
  }

  @Test
  @DisplayName("nothing is waited for whose asker has cancelled it: a list of overrides")
  void cancelledLists() {
    try (ScriptedServer server = ScriptedServer.start(End.TIMED_OUT.script);
        Ratelimit limiter = asking(server).build()) {
      CompletableFuture<?> list = limiter.overrides().listAsync();
      Eventually.until("no request came", () -> server.requests().size() == 1);

      list.cancel(true);

      Eventually.until("the connection stays open", () -> server.ended() == 1);
    }
  }
}
