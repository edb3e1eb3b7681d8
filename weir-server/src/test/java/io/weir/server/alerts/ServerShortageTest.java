// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.server.process.Calls;
import io.weir.server.process.disk.SmallDisk;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How scrapes are timed: {@link Monitor}. */
@Tag("slow")
@DisplayName("The alert fires that should, and no other, when a server")
final class ServerShortageTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  @Test
  @DisplayName("has more connections than it takes")
  void overloaded() {
    try (Member member = Member.start(Member.alone(folder).with("--max-connections", "8"))) {
      Monitor monitor = new Monitor().target("one", member::scrape).watch(10);
      assertThat(monitor.fired()).isEmpty();

      monitor.target("one", () -> {
        String scrape = member.scrape();
        flood(member.port());
        return scrape;
      });
      monitor.watch(20);

      assertThat(monitor.fired()).containsExactly("WeirRequestsShed on one");
    }
  }

  private static void flood(int port) {
    List<Plug> plugs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Plug plug = new Plug(port);
      plugs.add(plug);
      plug.send(Plug.check("day", "ann", 100));
      assertThat(plug.read().status()).isIn(401, 503);
    }
    plugs.forEach(Plug::close);
  }

  @Test
  @DisplayName("has too little memory for its identifiers, while Redis does not take their counts")
  void memoryFull() {
    try (RedisServer redis = Needs.ownRedis();
        Member member = Member.start(Member.inRegion("here", Needs.mysql(), folder)
            .with("--max-subjects", "50", "--redis", redis.uri()))) {
      Monitor monitor = new Monitor().target("one", member::scrape).watch(5);
      assertThat(monitor.fired()).isEmpty();
      redis.kill();
      int[] step = {0};

      monitor
          .target("one", () -> {
            member.checkHundred("step-" + step[0]++ + "-");
            return member.scrape();
          })
          .watch(60);

      assertThat(monitor.fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one",
              "WeirDecisionsDegraded on one",
              "WeirMemoryFull on one",
              "WeirCountsLost on one");
    }
  }

  @Test
  @DisplayName("has too little memory for its identifiers, while Redis takes their counts")
  void memoryFullWithRedis() {
    try (Member member = Member.start(Member.inRegion("here", Needs.mysql(), folder)
        .with("--max-subjects", "20", "--redis", Needs.redis()))) {
      Wire wire = member.wire(KEY);
      int[] step = {0};
      Monitor monitor = new Monitor().target("one", () -> {
        for (int i = 0; i < 5; i++) {
          assertThat(Calls.limit(wire, "day/user-" + step[0]++, 1_000).passed()).isTrue();
        }
        return member.scrape();
      });

      assertThat(monitor.watch(60).fired()).containsExactly("WeirMemoryFull on one");
    }
  }

  @Test
  @DisplayName("has too little memory for the identifiers of one batch")
  void memoryFullWithBatches() {
    try (Member member = Member.start(Member.inRegion("here", Needs.mysql(), folder)
        .with("--max-subjects", "50", "--redis", Needs.redis()))) {
      int[] step = {0};
      Monitor monitor = new Monitor().target("one", () -> {
        member.checkHundred("step-" + step[0]++ + "-");
        return member.scrape();
      });

      assertThat(monitor.watch(60).fired())
          .containsExactlyInAnyOrder("WeirMemoryFull on one", "WeirDecisionsDegraded on one");
    }
  }

  @Test
  @DisplayName("gets too little processor to publish in time")
  void starved() {
    Launch launch = Launch.serve("--region", "here", "--redis", Needs.redis())
        .where("WEIR_MYSQL", Needs.mysql())
        .where("WEIR_ROOT_KEY", KEY);
    try (ServerProcess server = ServerProcess.start(launch)) {
      Wire wire = Calls.wire(server, KEY);
      Eventually.until(server::log, () -> Calls.look(server, "/ready").status() == 200);
      int[] step = {0};
      Monitor monitor =
          new Monitor().target("one", () -> Calls.look(server, "/metrics").text());
      for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
          Calls.limit(wire, "day/user-" + step[0]++, 1_000);
        }
        server.pause();
        Eventually.letPass(1_300);
        server.resume();
        monitor.watch(6);
      }

      assertThat(monitor.fired()).containsExactly("WeirPublishSlow on one");
    }
  }

  @Test
  @DisplayName("uses a Redis that takes more than a second, while no check waits for it")
  void publishesLate() {
    try (RedisServer redis = Needs.ownRedis();
        RedisConsole console = redis.console();
        Member member = Member.start(
            Member.inRegion("here", Needs.mysql(), folder).with("--redis", redis.uri()))) {
      member.checkHundred("user-");
      Monitor monitor = new Monitor().target("one", member.settled()::scrape).watch(10);
      assertThat(monitor.fired()).isEmpty();

      for (int i = 0; i < 5; i++) {
        member.checkHundred("user-");
        console.call("CLIENT", "PAUSE", "1300");
        Eventually.letPass(1_300);
        monitor.watch(6);
      }

      assertThat(monitor.fired()).containsExactly("WeirPublishSlow on one");
    }
  }

  @Test
  @DisplayName("that runs alone has a full disk")
  void fullDisk() throws IOException {
    Path mount = Files.createDirectory(folder.resolve("disk"));
    Optional<SmallDisk> mounted = SmallDisk.mount(mount, "16m");
    assumeTrue(mounted.isPresent(), "this user may not mount a file system");
    try (SmallDisk disk = mounted.orElseThrow();
        Member member = Member.start(Member.alone(disk.folder("data")))) {
      Wire wire = member.wire(KEY);
      int[] step = {0};
      Monitor monitor = new Monitor().target("one", () -> {
        for (int i = 0; i < 20; i++) {
          Calls.setOverride(wire, "lines/user-" + step[0]++, 5);
        }
        assertThat(Calls.limit(wire, "lines/user-" + step[0], 5).passed()).isTrue();
        return member.scrape();
      });
      assertThat(monitor.watch(10).fired()).isEmpty();

      disk.fill();
      monitor.watch(40);
      disk.free();

      assertThat(monitor.fired())
          .containsExactlyInAnyOrder(
              "WeirOriginUnavailable on one", "WeirOverrideRequestsFail on one");
    }
  }
}
