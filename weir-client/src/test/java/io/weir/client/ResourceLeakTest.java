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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Closing a limiter must release the JDK client's thread and connections, which before JDK 21 end only when the
 * client is garbage-collected.
 */
final class ResourceLeakTest {
  private static final int LIMITERS = 5;

  enum Ending {
    ANSWERED((request, peer) -> peer.write(ScriptedServer.allowed(9))),
    TIMED_OUT((request, peer) -> {
      boolean unusedEnd = peer.awaitEnd();
    }),
    BROKEN((request, peer) -> peer.close());

    @SuppressWarnings("ImmutableEnumChecker") // stateless lambdas
    private final Script script;

    Ending(Script script) {
      this.script = script;
    }
  }

  private static RatelimitBuilder builder(ScriptedServer server) {
    return HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(server.url())
        .namespace("ns")
        .limit(10, "60s");
  }

  private static Set<Thread> selectorThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("SelectorManager"))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void closingLeavesNoThreadAndNoConnection(Ending ending) {
    Set<Thread> others = selectorThreads();
    try (ScriptedServer server = ScriptedServer.start(ending.script)) {
      for (int i = 0; i < LIMITERS; i++) {
        callOnce(server, ending);
      }

      assertThat(server.connectionCount()).isEqualTo(LIMITERS);
      Eventually.until("threads or connections are left", () -> {
        System.gc();
        return others.containsAll(selectorThreads()) && server.closedConnections() == LIMITERS;
      });
    }
  }

  private static void callOnce(ScriptedServer server, Ending ending) {
    ManualTimer timer = new ManualTimer();
    int before = server.requests().size();
    try (Ratelimit limiter = builder(server).timer(timer).build()) {
      CompletableFuture<Result> answer = limiter.limitAsync("me");
      Eventually.until("no request came", () -> server.requests().size() > before);
      if (ending == Ending.TIMED_OUT) {
        timer.advanceMillis(5_000);
      }
      Result unused = Eventually.await(answer);
    }
  }

  @Test
  void closingDoesNotWaitForACancelledList() {
    try (ScriptedServer server = ScriptedServer.start(Ending.TIMED_OUT.script);
        Ratelimit limiter = builder(server).build()) {
      CompletableFuture<?> list = limiter.overrides().listAsync();
      Eventually.until("no request came", () -> server.requests().size() == 1);

      list.cancel(true);

      Eventually.until("the connection stays open", () -> server.closedConnections() == 1);
    }
  }
}
