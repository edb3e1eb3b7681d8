// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.server.metrics.Metrics;
import io.weir.server.process.Calls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.weir.Launch;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How scrapes are timed: {@link Monitor}. */
@Tag("slow")
@DisplayName("The alert fires that should, and no other, when a server")
final class ServerFaultsTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  private Launch alone() {
    return Member.alone(folder.resolve("alone"));
  }

  private Launch inRegion(String mysql, String data) {
    return Member.inRegion("here", mysql, folder.resolve(data));
  }

  /** What may happen to a file while nobody uses it. */
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
  @DisplayName("ends, and refuses to start because its database file is damaged or gone")
  void serverDown(Damage damage) throws IOException {
    Monitor monitor = new Monitor();
    try (Member member = Member.start(alone())) {
      assertThat(Calls.limit(member.wire(KEY), "day/ann", 5).passed()).isTrue();
      monitor.target("one", member::scrape).watch(10);
      assertThat(monitor.fired()).isEmpty();
    }
    try (Stream<Path> files = Files.list(folder.resolve("alone"))) {
      damage.inflict(
          files.filter(each -> each.toString().endsWith(".db")).findFirst().orElseThrow());
    }

    assertThatThrownBy(() -> Member.start(alone()).close()).isInstanceOf(RuntimeException.class);
    monitor.target("one", () -> "").watch(12);

    assertThat(monitor.fired()).containsExactly("WeirServerDown on one");
  }

  @Test
  @DisplayName("is started again and again")
  void serverRestarts() {
    Monitor monitor = new Monitor();
    for (int i = 0; i < 5; i++) {
      try (Member member = Member.start(alone())) {
        monitor.target("one", member::scrape).watch(2);
        // A server that lives for less than its successor takes to start does not seem to restart.
        double first = member.metric("uptime_seconds");
        Eventually.until("no time passes", () -> member.metric("uptime_seconds") > 2 * first + 0.5);
        monitor.watch(2);
      }
    }

    assertThat(monitor.fired()).containsExactly("WeirServerRestarting on one");
  }

  @Test
  @DisplayName("starts without the database, without a snapshot and without a preset key")
  void notReady() {
    Launch launch =
        inRegion("jdbc:mariadb://127.0.0.1:1/weir?user=weir", "new").where("WEIR_ROOT_KEY", "");
    try (Member member = Member.start(launch)) {
      Monitor monitor = new Monitor().target("one", () -> {
        assertThat(Calls.limit(member.wire(KEY), "day/ann", 5).status()).isEqualTo(503);
        return member.scrape();
      });

      monitor.watch(30);

      assertThat(monitor.fired())
          .containsExactlyInAnyOrder(
              "WeirServerNotReady on one",
              "WeirChecksFail on one",
              "WeirDirectoryUnavailable on one",
              "WeirLedgerUnavailable on one");
    }
  }

  @Test
  @DisplayName("starts without Redis and without the database")
  void startsWithoutStores() {
    Launch launch = inRegion("jdbc:mariadb://127.0.0.1:1/weir?user=weir", "new")
        .with("--redis", "redis://127.0.0.1:1");
    try (Member member = Member.start(launch)) {
      assertThat(new Monitor().target("one", member::scrape).watch(40).fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one",
              "WeirLedgerUnavailable on one",
              "WeirDirectoryUnavailable on one");
    }
  }

  @Test
  @DisplayName("starts without the database, from its snapshot")
  void startsFromSnapshot() {
    String direct = Needs.mysql();
    int port = URI.create(direct.substring("jdbc:".length())).getPort();
    try (FaultProxy proxy = FaultProxy.start(port)) {
      String mysql = direct.replace(":" + port + "/", ":" + proxy.port() + "/");
      try (Member first = Member.start(inRegion(mysql, "kept"))) {
        assertThat(Calls.limit(first.wire(KEY), "day/ann", 5).passed()).isTrue();
        Eventually.until(
            "there is no snapshot", () -> Files.exists(folder.resolve("kept/directory.snapshot")));
      }
      proxy.refuse(true);
      try (Member member = Member.start(inRegion(mysql, "kept"))) {
        assertThat(member.metric("directory_from_snapshot")).isEqualTo(1);

        assertThat(new Monitor().target("one", member::scrape).watch(30).fired())
            .containsExactlyInAnyOrder(
                "WeirDirectoryFromSnapshot on one",
                "WeirDirectoryUnavailable on one",
                "WeirLedgerUnavailable on one");
      }
    }
  }

  @Test
  @DisplayName("has another time than the database")
  void clockSkew() {
    String mysql = Needs.mysql();
    try (Member member =
        Member.start(inRegion(mysql + "&sessionVariables=timestamp=1893456000", "skew"))) {
      Calls.limit(member.wire(KEY), "day/ann", 100);
      Eventually.until(
          "the difference is not seen", () -> Math.abs(member.metric("ledger_skew_seconds")) > 1);

      assertThat(new Monitor().target("one", member::scrape).watch(30).fired())
          .containsExactly("WeirClockSkew on one");
    }
  }

  @Test
  @DisplayName("has a clock that is set back by minutes")
  void clockSteppedBack() {
    // The clock of a machine is not this test's to set: an engine with the server's metrics has one
    // of its own.
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    Metrics metrics = new Metrics(clock, "1");
    try (Engine engine =
        Engine.builder().clock(clock).observer(metrics.observer()).build()) {
      engine.start();
      Limiter limiter = engine.limiter("acme", "login", Limit.of(5, Duration.ofMinutes(1)));
      Monitor monitor = new Monitor().target("one", metrics::scrape);
      assertThat(limiter.check("ann").allowed()).isTrue();
      assertThat(monitor.watch(10).fired()).isEmpty();

      clock.stepTo(1_700_000_000_000L - 600_000);
      assertThat(limiter.check("ann").allowed()).isTrue();

      assertThat(monitor.watch(5).fired()).containsExactly("WeirClockSteppedBack on one");
    }
  }
}
