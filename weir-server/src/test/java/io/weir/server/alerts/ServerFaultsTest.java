// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.server.metrics.ServerMetrics;
import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class ServerFaultsTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  private WeirCommandLine standalone() {
    return AlertServer.standalone(folder.resolve("alone"));
  }

  private WeirCommandLine inRegion(String mysql, String data) {
    return AlertServer.inRegion("here", mysql, folder.resolve(data));
  }

  /** Damage that a file may suffer while no process uses it. */
  private enum Damage {
    DELETED {
      @Override
      void inflict(Path file) throws IOException {
        Files.delete(file);
      }
    },
    OVERWRITTEN {
      @Override
      void inflict(Path file) throws IOException {
        byte[] noise = new byte[(int) Files.size(file) / 2];
        new SplittableRandom(1).nextBytes(noise);
        Files.write(file, noise);
      }
    };

    abstract void inflict(Path file) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsDownFiresItsAlert(Damage damage) throws IOException {
    AlertMonitor alertMonitor = new AlertMonitor();
    try (AlertServer alertServer = AlertServer.start(standalone())) {
      assertThat(ServerCalls.limit(alertServer.wire(KEY), "day/ann", 5).passed())
          .isTrue();
      alertMonitor.target("one", alertServer::scrape).watch(10);
      assertThat(alertMonitor.fired()).isEmpty();
    }
    try (Stream<Path> files = Files.list(folder.resolve("alone"))) {
      damage.inflict(
          files.filter(each -> each.toString().endsWith(".db")).findFirst().orElseThrow());
    }

    assertThatThrownBy(() -> AlertServer.start(standalone()).close())
        .isInstanceOf(RuntimeException.class);
    alertMonitor.target("one", () -> "").watch(12);

    assertThat(alertMonitor.fired()).containsExactly("WeirServerDown on one");
  }

  @Test
  void aServerThatKeepsRestartingFiresItsAlert() {
    AlertMonitor alertMonitor = new AlertMonitor();
    for (int i = 0; i < 5; i++) {
      try (AlertServer alertServer = AlertServer.start(standalone())) {
        alertMonitor.target("one", alertServer::scrape).watch(2);
        // A server that lives for less time than its successor takes to start does not seem to
        // restart.
        double first = alertServer.metric("uptime_seconds");
        Eventually.until(
            "no time passes", () -> alertServer.metric("uptime_seconds") > 2 * first + 0.5);
        alertMonitor.watch(2);
      }
    }

    assertThat(alertMonitor.fired()).containsExactly("WeirServerRestarting on one");
  }

  @Test
  void aServerThatIsNotReadyFiresItsAlert() {
    WeirCommandLine weirCommandLine =
        inRegion("jdbc:mariadb://127.0.0.1:1/weir?user=weir", "new").where("WEIR_ROOT_KEY", "");
    try (AlertServer alertServer = AlertServer.start(weirCommandLine)) {
      AlertMonitor alertMonitor = new AlertMonitor().target("one", () -> {
        assertThat(ServerCalls.limit(alertServer.wire(KEY), "day/ann", 5).status())
            .isEqualTo(503);
        return alertServer.scrape();
      });

      alertMonitor.watch(30);

      assertThat(alertMonitor.fired())
          .containsExactlyInAnyOrder(
              "WeirServerNotReady on one",
              "WeirChecksFail on one",
              "WeirDirectoryUnavailable on one",
              "WeirLedgerUnavailable on one");
    }
  }

  @Test
  void startingWithoutStoresFiresItsAlerts() {
    WeirCommandLine weirCommandLine = inRegion("jdbc:mariadb://127.0.0.1:1/weir?user=weir", "new")
        .with("--redis", "redis://127.0.0.1:1");
    try (AlertServer alertServer = AlertServer.start(weirCommandLine)) {
      assertThat(new AlertMonitor().target("one", alertServer::scrape).watch(40).fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one",
              "WeirLedgerUnavailable on one",
              "WeirDirectoryUnavailable on one");
    }
  }

  @Test
  void startingFromASnapshotFiresItsAlert() {
    String direct = RequiredServers.mysql();
    int port = URI.create(direct.substring("jdbc:".length())).getPort();
    try (FaultProxy proxy = FaultProxy.start(port)) {
      String mysql = direct.replace(":" + port + "/", ":" + proxy.port() + "/");
      try (AlertServer first = AlertServer.start(inRegion(mysql, "kept"))) {
        assertThat(ServerCalls.limit(first.wire(KEY), "day/ann", 5).passed()).isTrue();
        Eventually.until(
            "there is no snapshot", () -> Files.exists(folder.resolve("kept/directory.snapshot")));
      }
      proxy.refuse(true);
      try (AlertServer alertServer = AlertServer.start(inRegion(mysql, "kept"))) {
        assertThat(alertServer.metric("directory_from_snapshot")).isEqualTo(1);

        assertThat(
                new AlertMonitor().target("one", alertServer::scrape).watch(30).fired())
            .containsExactlyInAnyOrder(
                "WeirDirectoryFromSnapshot on one",
                "WeirDirectoryUnavailable on one",
                "WeirLedgerUnavailable on one");
      }
    }
  }

  @Test
  void clockSkewFiresItsAlert() {
    String mysql = RequiredServers.mysql();
    try (AlertServer alertServer =
        AlertServer.start(inRegion(mysql + "&sessionVariables=timestamp=1893456000", "skew"))) {
      ServerCalls.limit(alertServer.wire(KEY), "day/ann", 100);
      Eventually.until(
          "the difference is not seen",
          () -> Math.abs(alertServer.metric("ledger_skew_seconds")) > 1);

      assertThat(new AlertMonitor().target("one", alertServer::scrape).watch(30).fired())
          .containsExactly("WeirClockSkew on one");
    }
  }

  @Test
  void aClockSetBackFiresItsAlert() {
    // This test cannot set the machine's clock, so it uses an engine with the server's metrics and
    // a clock of its own.
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    ServerMetrics serverMetrics = new ServerMetrics(clock, "1");
    try (Engine engine =
        Engine.builder().clock(clock).observer(serverMetrics.observer()).build()) {
      engine.start();
      Limiter limiter = engine.limiter("acme", "login", LimitPolicy.of(5, Duration.ofMinutes(1)));
      AlertMonitor alertMonitor = new AlertMonitor().target("one", serverMetrics::scrape);
      assertThat(limiter.check("ann").allowed()).isTrue();
      assertThat(alertMonitor.watch(10).fired()).isEmpty();

      clock.stepTo(1_700_000_000_000L - 600_000);
      assertThat(limiter.check("ann").allowed()).isTrue();

      assertThat(alertMonitor.watch(5).fired()).containsExactly("WeirClockSteppedBack on one");
    }
  }
}
