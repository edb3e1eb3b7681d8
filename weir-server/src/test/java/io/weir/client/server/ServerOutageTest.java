// SPDX-License-Identifier: Apache-2.0
package io.weir.client.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException.Kind;
import io.weir.client.HttpRatelimit;
import io.weir.client.RatelimitBuilder;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class ServerOutageTest {
  @TempDir
  private Path folder;

  private WeirProcess start() {
    return WeirProcess.start(
        WeirCommandLine.serve("--data", folder.resolve("data").toString()));
  }

  private static RatelimitBuilder builder(String key, int port) {
    return HttpRatelimit.builder().rootKey(key).baseUrl("http://127.0.0.1:" + port);
  }

  private static long spent(WeirProcess server) {
    try (Ratelimit direct = builder(server.rootKey(), server.port())
        .namespace("crowd")
        .limit(ConcurrentCallers.LIMIT, "1d")
        .timeout("60s")
        .build()) {
      return ConcurrentCallers.LIMIT - direct.limit("all", 0).remaining();
    }
  }

  @Test
  void aKilledServerLeavesNoCallUnansweredAndNoThread() {
    try (WeirProcess server = start();
        ConcurrentCallers concurrentCallers =
            new ConcurrentCallers(builder(server.rootKey(), server.port()), 8)) {
      concurrentCallers.awaitAdmitted(200);

      server.kill();

      concurrentCallers.awaitAnswered(40);
      concurrentCallers.stop();
      assertThat(concurrentCallers.failures(Kind.UNREACHABLE))
          .as(concurrentCallers.toString())
          .isPositive();
      assertThat(concurrentCallers.failures(Kind.UNINTELLIGIBLE)
              + concurrentCallers.failures(Kind.REJECTED))
          .isZero();
    }
    ClientThreads.awaitNone();
  }

  @Test
  void aFlakyNetworkOvercountsOnlyLostAnswers() {
    try (WeirProcess server = start();
        FaultProxy proxy = FaultProxy.start(server.port());
        ConcurrentCallers concurrentCallers =
            new ConcurrentCallers(builder(server.rootKey(), proxy.port()), 8)) {
      for (int round = 0; round < 10; round++) {
        concurrentCallers.awaitAdmitted(20);
        proxy.cut();
        concurrentCallers.awaitAdmitted(20);
        proxy.cutAfterBytes(700);
        concurrentCallers.awaitAnswered(20);
        proxy.refuse(true);
        concurrentCallers.awaitAnswered(8);
        proxy.refuse(false);
      }
      concurrentCallers.stop();

      assertThat(concurrentCallers.unknownCounts())
          .as("the network was too good: %s", concurrentCallers)
          .isPositive();
      assertThat(spent(server))
          .as("%s", concurrentCallers)
          .isBetween(
              concurrentCallers.admitted(),
              concurrentCallers.admitted() + concurrentCallers.unknownCounts());
    }
    ClientThreads.awaitNone();
  }

  @Test
  void aBlackHoleTimesOutAndRecovers() {
    try (WeirProcess server = start();
        FaultProxy proxy = FaultProxy.start(server.port());
        ConcurrentCallers concurrentCallers =
            new ConcurrentCallers(builder(server.rootKey(), proxy.port()).timeout("300ms"), 4)) {
      concurrentCallers.awaitAdmitted(50);

      proxy.blackHole(true);
      concurrentCallers.awaitAnswered(12);
      proxy.blackHole(false);

      concurrentCallers.awaitAdmitted(50);
      concurrentCallers.stop();
      assertThat(concurrentCallers.fallbacks()).as(concurrentCallers.toString()).isPositive();
      assertThat(spent(server))
          .isBetween(
              concurrentCallers.admitted(),
              concurrentCallers.admitted() + concurrentCallers.unknownCounts());
    }
    ClientThreads.awaitNone();
  }
}
