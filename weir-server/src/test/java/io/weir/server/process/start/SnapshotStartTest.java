// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class SnapshotStartTest {
  private static final String PRESET = "preset-root-key-of-this-test-0123";

  private static MariaDbServer mysql;
  private static FaultProxy proxy;

  @TempDir
  private Path folder;

  @BeforeAll
  static void startAll() {
    mysql = RequiredServers.ownMysql();
    proxy = FaultProxy.start(mysql.port());
  }

  @AfterAll
  static void stopAll() {
    proxy.close();
    mysql.close();
  }

  private WeirCommandLine launch(String database) {
    return WeirCommandLine.serve(
            "--region", "here", "--data", folder.resolve("data").toString())
        .where("WEIR_MYSQL", mysql.url(database, proxy.port()));
  }

  /** Runs a server until it has written a snapshot. */
  private void runOnce(WeirCommandLine weirCommandLine, ServerCalls.Key key, String subject) {
    try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, key.plain());
      assertThat(ServerCalls.limit(rawHttpClient, subject, 10).passed()).isTrue();
      assertThat(ServerCalls.setOverride(rawHttpClient, subject, 3).status()).isEqualTo(200);
      server.terminate();
      assertThat(server.end().exit()).isEqualTo(143);
    }
    assertThat(folder.resolve("data/directory.snapshot")).exists();
  }

  @Test
  void startsFromItsSnapshotAndAppliesLaterRevocations() {
    String direct = mysql.url("snapshot");
    ServerCalls.Key stays = ServerCalls.createKey("--mysql", direct);
    ServerCalls.Key goes = ServerCalls.createKey("--mysql", direct);
    runOnce(launch("snapshot"), stays, "login/ann");
    revoke(goes, direct);
    proxy.refuse(true);
    proxy.cut();
    try (WeirProcess server = WeirProcess.start(launch("snapshot"))) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, stays.plain());
      assertReadyFromSnapshot(server);
      assertThat(ServerCalls.limit(rawHttpClient, "login/ann", 10).number("limit"))
          .isEqualTo(3);
      assertThat(ServerCalls.limit(rawHttpClient, "new/ann", 10).passed()).isTrue();
      assertThat(ServerCalls.limit(ServerCalls.wire(server, goes.plain()), "login/bob", 10)
              .passed())
          .as("revoked after the snapshot")
          .isTrue();
      assertThat(ServerCalls.setOverride(rawHttpClient, "login/ann", 4).status())
          .isEqualTo(500);

      proxy.refuse(false);
      Eventually.until(
          server::log,
          () -> ServerCalls.limit(ServerCalls.wire(server, goes.plain()), "login/bob", 10)
                  .status()
              == 401);

      assertThat(ServerCalls.limit(rawHttpClient, "login/carl", 10).passed()).isTrue();
      Eventually.until(
          server::log,
          () -> "available".equals(ServerCalls.look(server, "/ready").data().get("directory")));
      assertWorksWithTheDatabase(server, rawHttpClient);
    } finally {
      proxy.refuse(false);
    }
  }

  private static void assertReadyFromSnapshot(WeirProcess server) {
    ApiReply ready = ServerCalls.look(server, "/ready").whole();
    assertThat(ready.status()).as(ready.text() + server.log()).isEqualTo(200);
    assertThat(ready.data().get("directory")).isEqualTo("snapshot");
    assertThat(ready.number("directoryAgeSeconds")).isBetween(0L, 300L);
    assertThat(server.metric("weir_ratelimit_directory_from_snapshot")).isEqualTo(1);
  }

  private static void assertWorksWithTheDatabase(WeirProcess server, RawHttpClient rawHttpClient) {
    assertThat(server.metric("weir_ratelimit_directory_from_snapshot")).isZero();
    Eventually.until(
        server::log, () -> ServerCalls.setOverride(rawHttpClient, "new/ann", 4).status() == 200);
    assertThat(server.log()).contains("using the directory snapshot").doesNotContain("\tat ");
  }

  private static void revoke(ServerCalls.Key key, String direct) {
    ProcessResult revoked =
        WeirProcess.run(WeirCommandLine.of("keys", "revoke", key.id(), "--mysql", direct));
    assertThat(revoked.exit()).as(revoked.errors()).isZero();
  }

  @Test
  void refusesAnOldOrDamagedSnapshot() throws IOException {
    ServerCalls.Key key = ServerCalls.createKey("--mysql", mysql.url("old"));
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

  private static void assertRefuses(WeirCommandLine weirCommandLine, String reason) {
    try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
      assertThat(ServerCalls.look(server, "/live").status()).isEqualTo(200);
      ApiReply ready = ServerCalls.look(server, "/ready").whole();
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.text()).contains(reason);
      assertThat(server.log()).contains("snapshot").doesNotContain("\tat ");
    }
  }

  @Test
  void acceptsAPresetKeyWithoutASnapshot() {
    WeirCommandLine weirCommandLine = launch("preset").where("WEIR_ROOT_KEY", PRESET);
    proxy.refuse(true);
    proxy.cut();
    try (WeirProcess server = WeirProcess.start(weirCommandLine).withSecrets(PRESET)) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, PRESET);
      assertThat(ServerCalls.look(server, "/ready").status()).as(server::log).isEqualTo(200);
      assertThat(ServerCalls.limit(rawHttpClient, "login/ann", 2).passed()).isTrue();

      proxy.refuse(false);
      Eventually.until(
          server::log,
          () -> "available".equals(ServerCalls.look(server, "/ready").data().get("directory")));
      Eventually.until(
          server::log,
          () -> ServerCalls.setOverride(rawHttpClient, "login/bob", 5).status() == 200);

      assertThat(ServerCalls.limit(rawHttpClient, "login/ann", 2).number("remaining"))
          .as("counted in the same namespace of the same workspace")
          .isZero();
      assertThat(server.log()).doesNotContain("\tat ");
    } finally {
      proxy.refuse(false);
    }
  }

  @Test
  void isReadyOnlyWhenItsPresetKeyWorks() {
    proxy.delayMillis(150);
    try (WeirProcess server =
        WeirProcess.start(launch("distant").where("WEIR_ROOT_KEY", PRESET)).withSecrets(PRESET)) {
      Eventually.until(server::log, () -> ServerCalls.look(server, "/ready").status() == 200);
      ApiReply first = ServerCalls.limit(ServerCalls.wire(server, PRESET), "login/ann", 2);

      assertThat(first.status()).as(first.text() + server.log()).isEqualTo(200);
    } finally {
      proxy.delayMillis(0);
    }
  }

  @Test
  void opensItsPortBeforeTheDatabaseAnswers() {
    proxy.blackHole(true);
    try (WeirProcess server =
        WeirProcess.start(launch("hanging").where("WEIR_ROOT_KEY", PRESET)).withSecrets(PRESET)) {
      assertThat(ServerCalls.look(server, "/v2/liveness").status()).isEqualTo(200);
      Eventually.until(server::log, () -> ServerCalls.look(server, "/ready").status() == 200);
      assertThat(ServerCalls.limit(ServerCalls.wire(server, PRESET), "login/ann", 2)
              .passed())
          .isTrue();
    } finally {
      proxy.blackHole(false);
      proxy.cut();
    }
  }
}
