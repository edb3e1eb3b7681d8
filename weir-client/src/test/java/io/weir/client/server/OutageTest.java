// SPDX-License-Identifier: Apache-2.0
package io.weir.client.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException.Kind;
import io.weir.client.HttpRatelimit;
import io.weir.client.RatelimitBuilder;
import io.weir.client.rig.ClientThreads;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Under load")
@Tag("integration")
final class OutageTest {
  @TempDir
  private Path folder;

  private ServerProcess start() {
    return ServerProcess.start(Launch.serve("--data", folder.resolve("data").toString()));
  }

  private static RatelimitBuilder asking(String key, int port) {
    return HttpRatelimit.builder().rootKey(key).baseUrl("http://127.0.0.1:" + port);
  }

  private static long spent(ServerProcess server) {
    try (Ratelimit direct = asking(server.rootKey(), server.port())
        .namespace("crowd")
        .limit(Crowd.LIMIT, "1d")
        .timeout("60s")
        .build()) {
      return Crowd.LIMIT - direct.limit("all", 0).remaining();
    }
  }

  @Test
  @DisplayName("a server that is killed leaves no call without an answer, and no thread")
  void aKilledServer() {
    try (ServerProcess server = start();
        Crowd crowd = new Crowd(asking(server.rootKey(), server.port()), 8)) {
      crowd.awaitAdmitted(200);

      server.kill();

      crowd.awaitAnswered(40);
      crowd.stop();
      assertThat(crowd.failures(Kind.UNREACHABLE)).as(crowd.toString()).isPositive();
      assertThat(crowd.failures(Kind.UNINTELLIGIBLE) + crowd.failures(Kind.REJECTED))
          .isZero();
    }
    ClientThreads.awaitNone();
  }

  @Test
  @DisplayName(
      "on a network that cuts connections all admitted calls count, and at most those beside whose answers were lost")
  void aFlakyNetwork() {
    try (ServerProcess server = start();
        FaultProxy proxy = FaultProxy.start(server.port());
        Crowd crowd = new Crowd(asking(server.rootKey(), proxy.port()), 8)) {
      for (int round = 0; round < 10; round++) {
        crowd.awaitAdmitted(20);
        proxy.cut();
        crowd.awaitAdmitted(20);
        proxy.cutAfterBytes(700);
        crowd.awaitAnswered(20);
        proxy.refuse(true);
        crowd.awaitAnswered(8);
        proxy.refuse(false);
      }
      crowd.stop();

      assertThat(crowd.unknown()).as("the network was too good: %s", crowd).isPositive();
      assertThat(spent(server))
          .as("%s", crowd)
          .isBetween(crowd.admitted(), crowd.admitted() + crowd.unknown());
    }
    ClientThreads.awaitNone();
  }

  @Test
  @DisplayName(
      "a network that loses everything is answered for at the time-out, and forgotten when it is back")
  void aBlackHole() {
    try (ServerProcess server = start();
        FaultProxy proxy = FaultProxy.start(server.port());
        Crowd crowd = new Crowd(asking(server.rootKey(), proxy.port()).timeout("300ms"), 4)) {
      crowd.awaitAdmitted(50);

      proxy.blackHole(true);
      crowd.awaitAnswered(12);
      proxy.blackHole(false);

      crowd.awaitAdmitted(50);
      crowd.stop();
      assertThat(crowd.fallbacks()).as(crowd.toString()).isPositive();
      assertThat(spent(server)).isBetween(crowd.admitted(), crowd.admitted() + crowd.unknown());
    }
    ClientThreads.awaitNone();
  }
}
