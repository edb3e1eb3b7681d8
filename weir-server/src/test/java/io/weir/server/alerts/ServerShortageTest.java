// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.server.process.ServerCalls;
import io.weir.server.process.disk.SmallDisk;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class ServerShortageTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  @Test
  void tooManyConnectionsFireTheirAlert() {
    try (AlertServer alertServer =
        AlertServer.start(AlertServer.standalone(folder).with("--max-connections", "8"))) {
      AlertMonitor alertMonitor =
          new AlertMonitor().target("one", alertServer::scrape).watch(10);
      assertThat(alertMonitor.fired()).isEmpty();

      alertMonitor.target("one", () -> {
        String scrape = alertServer.scrape();
        flood(alertServer.port());
        return scrape;
      });
      alertMonitor.watch(20);

      assertThat(alertMonitor.fired()).containsExactly("WeirRequestsShed on one");
    }
  }

  private static void flood(int port) {
    List<RawSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      RawSocket rawSocket = new RawSocket(port);
      sockets.add(rawSocket);
      rawSocket.send(RawSocket.check("day", "ann", 100));
      assertThat(rawSocket.read().status()).isIn(401, 503);
    }
    sockets.forEach(RawSocket::close);
  }

  @Test
  void fullMemoryWithoutRedisFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis();
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--max-subjects", "50", "--redis", redis.uri()))) {
      AlertMonitor alertMonitor =
          new AlertMonitor().target("one", alertServer::scrape).watch(5);
      assertThat(alertMonitor.fired()).isEmpty();
      redis.kill();
      int[] step = {0};

      alertMonitor
          .target("one", () -> {
            alertServer.checkHundred("step-" + step[0]++ + "-");
            return alertServer.scrape();
          })
          .watch(60);

      assertThat(alertMonitor.fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one",
              "WeirDecisionsDegraded on one",
              "WeirMemoryFull on one",
              "WeirCountsLost on one");
    }
  }

  @Test
  void fullMemoryWithRedisFiresItsAlert() {
    try (AlertServer alertServer =
        AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
            .with("--max-subjects", "20", "--redis", RequiredServers.redis()))) {
      RawHttpClient rawHttpClient = alertServer.wire(KEY);
      int[] step = {0};
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        for (int i = 0; i < 5; i++) {
          assertThat(ServerCalls.limit(rawHttpClient, "day/user-" + step[0]++, 1_000)
                  .passed())
              .isTrue();
        }
        return alertServer.scrape();
      });

      assertThat(alertMonitor.watch(60).fired()).containsExactly("WeirMemoryFull on one");
    }
  }

  @Test
  void batchesThatFillTheMemoryFireTheirAlert() {
    try (AlertServer alertServer =
        AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
            .with("--max-subjects", "50", "--redis", RequiredServers.redis()))) {
      int[] step = {0};
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        alertServer.checkHundred("step-" + step[0]++ + "-");
        return alertServer.scrape();
      });

      assertThat(alertMonitor.watch(60).fired())
          .containsExactlyInAnyOrder("WeirMemoryFull on one", "WeirDecisionsDegraded on one");
    }
  }

  @Test
  void aStarvedServerFiresItsAlert() {
    WeirCommandLine weirCommandLine = WeirCommandLine.serve(
            "--region", "here", "--redis", RequiredServers.redis())
        .where("WEIR_MYSQL", RequiredServers.mysql())
        .where("WEIR_ROOT_KEY", KEY);
    try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, KEY);
      Eventually.until(server::log, () -> ServerCalls.look(server, "/ready").status() == 200);
      int[] step = {0};
      AlertMonitor alertMonitor = new AlertMonitor()
          .target("one", () -> ServerCalls.look(server, "/metrics").text());
      for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
          ServerCalls.limit(rawHttpClient, "day/user-" + step[0]++, 1_000);
        }
        server.pause();
        Eventually.waitMillis(1_300);
        server.resume();
        alertMonitor.watch(6);
      }

      assertThat(alertMonitor.fired()).containsExactly("WeirPublishSlow on one");
    }
  }

  @Test
  void latePublishingFiresItsAlert() {
    try (RedisServer redis = RequiredServers.ownRedis();
        RedisConsole console = redis.console();
        AlertServer alertServer =
            AlertServer.start(AlertServer.inRegion("here", RequiredServers.mysql(), folder)
                .with("--redis", redis.uri()))) {
      alertServer.checkHundred("user-");
      AlertMonitor alertMonitor =
          new AlertMonitor().target("one", alertServer.settled()::scrape).watch(10);
      assertThat(alertMonitor.fired()).isEmpty();

      for (int i = 0; i < 5; i++) {
        alertServer.checkHundred("user-");
        console.call("CLIENT", "PAUSE", "1300");
        Eventually.waitMillis(1_300);
        alertMonitor.watch(6);
      }

      assertThat(alertMonitor.fired()).containsExactly("WeirPublishSlow on one");
    }
  }

  @Test
  void aFullDiskFiresItsAlert() throws IOException {
    Path mount = Files.createDirectory(folder.resolve("disk"));
    Optional<SmallDisk> mounted = SmallDisk.mount(mount, "16m");
    assumeTrue(mounted.isPresent(), "this user may not mount a file system");
    try (SmallDisk disk = mounted.orElseThrow();
        AlertServer alertServer = AlertServer.start(AlertServer.standalone(disk.folder("data")))) {
      RawHttpClient rawHttpClient = alertServer.wire(KEY);
      int[] step = {0};
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        for (int i = 0; i < 20; i++) {
          ServerCalls.setOverride(rawHttpClient, "lines/user-" + step[0]++, 5);
        }
        assertThat(ServerCalls.limit(rawHttpClient, "lines/user-" + step[0], 5).passed())
            .isTrue();
        return alertServer.scrape();
      });
      assertThat(alertMonitor.watch(10).fired()).isEmpty();

      disk.fill();
      alertMonitor.watch(40);
      disk.free();

      assertThat(alertMonitor.fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one", "WeirOverrideRequestsFail on one");
    }
  }
}
