// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server that starts while its database is unavailable")
@Tag("integration")
final class SnapshotStartTest {
  private static final String PRESET = "preset-root-key-of-this-test-0123";

  private static MariaDbServer mysql;
  private static FaultProxy proxy;

  @TempDir
  private Path folder;

  @BeforeAll
  static void startAll() {
    mysql = Needs.ownMysql();
    proxy = FaultProxy.start(mysql.port());
  }

  @AfterAll
  static void stopAll() {
    proxy.close();
    mysql.close();
  }

  private Launch launch(String database) {
    return Launch.serve("--region", "here", "--data", folder.resolve("data").toString())
        .where("WEIR_MYSQL", mysql.url(database, proxy.port()));
  }

  /** Runs a server until it has written what there is. */
  private void runOnce(Launch launch, Calls.Key key, String subject) {
    try (ServerProcess server = ServerProcess.start(launch)) {
      Wire wire = Calls.wire(server, key.plain());
      assertThat(Calls.limit(wire, subject, 10).passed()).isTrue();
      assertThat(Calls.setOverride(wire, subject, 3).status()).isEqualTo(200);
      server.term();
      assertThat(server.end().exit()).isEqualTo(143);
    }
    assertThat(folder.resolve("data/directory.snapshot")).exists();
  }

  @Test
  @DisplayName(
      "accepts the keys of its snapshot, applies its overrides, and heeds what was revoked once the database is back")
  void startsFromItsSnapshot() {
    String direct = mysql.url("snapshot");
    Calls.Key stays = Calls.createKey("--mysql", direct);
    Calls.Key goes = Calls.createKey("--mysql", direct);
    runOnce(launch("snapshot"), stays, "login/ann");
    revoke(goes, direct);
    proxy.refuse(true);
    proxy.cut();
    try (ServerProcess server = ServerProcess.start(launch("snapshot"))) {
      Wire wire = Calls.wire(server, stays.plain());
      Reply ready = Calls.look(server, "/ready").whole();
      assertThat(ready.status()).as(ready.text() + server.log()).isEqualTo(200);
      assertThat(ready.data().get("directory")).isEqualTo("snapshot");
      assertThat(ready.number("directoryAgeSeconds")).isBetween(0L, 300L);
      assertThat(server.metric("weir_ratelimit_directory_from_snapshot")).isEqualTo(1);
      assertThat(Calls.limit(wire, "login/ann", 10).number("limit")).isEqualTo(3);
      assertThat(Calls.limit(wire, "new/ann", 10).passed()).isTrue();
      assertThat(Calls.limit(Calls.wire(server, goes.plain()), "login/bob", 10).passed())
          .as("revoked after the snapshot")
          .isTrue();
      assertThat(Calls.setOverride(wire, "login/ann", 4).status()).isEqualTo(500);

      proxy.refuse(false);
      Eventually.until(
          server::log,
          () -> Calls.limit(Calls.wire(server, goes.plain()), "login/bob", 10).status() == 401);

      assertThat(Calls.limit(wire, "login/carl", 10).passed()).isTrue();
      Eventually.until(
          server::log,
          () -> "available".equals(Calls.look(server, "/ready").data().get("directory")));
      assertWorksWithTheDatabase(server, wire);
    } finally {
      proxy.refuse(false);
    }
  }

  private static void assertWorksWithTheDatabase(ServerProcess server, Wire wire) {
    assertThat(server.metric("weir_ratelimit_directory_from_snapshot")).isZero();
    Eventually.until(server::log, () -> Calls.setOverride(wire, "new/ann", 4).status() == 200);
    assertThat(server.log()).contains("using the directory snapshot").doesNotContain("\tat ");
  }

  private static void revoke(Calls.Key key, String direct) {
    Ended revoked = ServerProcess.run(Launch.of("keys", "revoke", key.id(), "--mysql", direct));
    assertThat(revoked.exit()).as(revoked.errors()).isZero();
  }

  @Test
  @DisplayName("does not use a snapshot that is too old or damaged, and says so")
  void refusesAnOldOrDamagedSnapshot() throws IOException {
    Calls.Key key = Calls.createKey("--mysql", mysql.url("old"));
    runOnce(launch("old"), key, "login/ann");
    proxy.refuse(true);
    proxy.cut();
    try {
      assertRefuses(launch("old").with("--snapshot-max-age", "0s"), "older than snapshot-max-age");
      Path file = folder.resolve("data/directory.snapshot");
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
      assertRefuses(launch("old"), "there is no usable directory snapshot");
      assertThat(folder.resolve("data/directory.snapshot.unreadable")).hasBinaryContent(bytes);
    } finally {
      proxy.refuse(false);
    }
  }

  private static void assertRefuses(Launch launch, String reason) {
    try (ServerProcess server = ServerProcess.start(launch)) {
      assertThat(Calls.look(server, "/live").status()).isEqualTo(200);
      Reply ready = Calls.look(server, "/ready").whole();
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.text()).contains(reason);
      assertThat(server.log()).contains("snapshot").doesNotContain("\tat ");
    }
  }

  @Test
  @DisplayName("accepts a preset key without a snapshot, and the database gets the same key later")
  void acceptsAPresetKey() {
    Launch launch = launch("preset").where("WEIR_ROOT_KEY", PRESET);
    proxy.refuse(true);
    proxy.cut();
    try (ServerProcess server = ServerProcess.start(launch).keeping(PRESET)) {
      Wire wire = Calls.wire(server, PRESET);
      assertThat(Calls.look(server, "/ready").status()).as(server::log).isEqualTo(200);
      assertThat(Calls.limit(wire, "login/ann", 2).passed()).isTrue();

      proxy.refuse(false);
      Eventually.until(
          server::log,
          () -> "available".equals(Calls.look(server, "/ready").data().get("directory")));
      Eventually.until(
          server::log, () -> Calls.setOverride(wire, "login/bob", 5).status() == 200);

      assertThat(Calls.limit(wire, "login/ann", 2).number("remaining"))
          .as("counted in the same namespace of the same workspace")
          .isZero();
      assertThat(server.log()).doesNotContain("\tat ");
    } finally {
      proxy.refuse(false);
    }
  }

  @Test
  @DisplayName("is ready only when its preset key works, also while the database is far away")
  void isReadyWhenItsKeyWorks() {
    proxy.delayMillis(150);
    try (ServerProcess server =
        ServerProcess.start(launch("distant").where("WEIR_ROOT_KEY", PRESET)).keeping(PRESET)) {
      Eventually.until(server::log, () -> Calls.look(server, "/ready").status() == 200);
      Reply first = Calls.limit(Calls.wire(server, PRESET), "login/ann", 2);

      assertThat(first.status()).as(first.text() + server.log()).isEqualTo(200);
    } finally {
      proxy.delayMillis(0);
    }
  }

  @Test
  @DisplayName(
      "opens its port at once, also while the database accepts connections and says nothing")
  void listensFirst() {
    proxy.blackHole(true);
    try (ServerProcess server =
        ServerProcess.start(launch("hanging").where("WEIR_ROOT_KEY", PRESET)).keeping(PRESET)) {
      assertThat(Calls.look(server, "/v2/liveness").status()).isEqualTo(200);
      Eventually.until(server::log, () -> Calls.look(server, "/ready").status() == 200);
      assertThat(Calls.limit(Calls.wire(server, PRESET), "login/ann", 2).passed())
          .isTrue();
    } finally {
      proxy.blackHole(false);
      proxy.cut();
    }
  }
}
