// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.server.directory.table.KeyQueries;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a store that becomes unavailable, becomes available again, or is replaced by another. */
@Timeout(180)
@Tag("integration")
class DirectorySyncTest {
  private static final String WS = "ws_one";

  private final Directory directory = new Directory();

  @TempDir
  private Path folder = Path.of("");

  private static final class Log extends Handler {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord message) {
      lines.add(message.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static RootKey addKey(TenantDatabase tenantDatabase, String plain) {
    return tenantDatabase.change("a test", (directorySession, revision) -> {
      RootKey key = new RootKey(
          "key_" + plain,
          WS,
          KeyHash.of(plain),
          "",
          new KeyGrant(Set.of("ratelimit.*.limit"), RootKey.NEVER),
          KeyStatus.ENABLED,
          revision);
      KeyQueries.add(directorySession, key);
      return key;
    });
  }

  private void awaitOverride(Namespace namespace, String identifier, String text) {
    Eventually.until(
        "the override of " + identifier + " is " + text,
        () -> String.valueOf(directory.apply(namespace).override(identifier)).contains(text));
  }

  @Test
  void aDatabaseInAnEarlierStateIsReadAnew() throws SQLException {
    String url = RequiredServers.mysql();
    TenantDatabase tenantDatabase = TenantDatabase.open(ConnectionOptions.at(url));
    try (tenantDatabase;
        SqlTenantStore registry =
            new SqlTenantStore(tenantDatabase, directory, NanoClock.system())) {
      registry.start();
      addKey(tenantDatabase, "stays");
      Namespace namespace = Eventually.await(registry.createNamespace(WS, "n"));
      Eventually.await(
          registry.setOverride(new OverrideRequest(namespace.id(), "alice", 5, 60_000)));
      Eventually.await(
          registry.setOverride(new OverrideRequest(namespace.id(), "alice", 6, 60_000)));
      Eventually.await(registry.setOverride(new OverrideRequest(namespace.id(), "bob", 7, 60_000)));
      addKey(tenantDatabase, "goes");
      Eventually.until("known", () -> directory.key(KeyHash.of("goes")) != null);

      execute(
          url,
          "DELETE FROM ratelimit_directory_root_keys WHERE id = 'key_goes'",
          "DELETE FROM ratelimit_directory_overrides WHERE identifier = 'bob'",
          "UPDATE ratelimit_directory_overrides SET limit_count = 5, revision = 3",
          "UPDATE ratelimit_directory_revision SET revision = 3");

      Eventually.until("forgotten", () -> directory.key(KeyHash.of("goes")) == null);
      assertThat(directory.key(KeyHash.of("stays"))).isNotNull();
      // Keys are read before overrides.
      awaitOverride(namespace, "bob", "null");
      awaitOverride(namespace, "alice", "limit=5");

      addKey(tenantDatabase, "new");
      Eventually.until("goes on", () -> directory.key(KeyHash.of("new")) != null);
      Eventually.await(
          registry.setOverride(new OverrideRequest(namespace.id(), "alice", 8, 60_000)));
      assertThat(String.valueOf(directory.apply(namespace).override("alice"))).contains("limit=8");
    }
  }

  @Test
  void anEmptyReplacementDatabaseIsReadAnew() throws SQLException {
    String url = RequiredServers.mysql();
    TenantDatabase tenantDatabase = TenantDatabase.open(ConnectionOptions.at(url));
    try (tenantDatabase;
        SqlTenantStore registry =
            new SqlTenantStore(tenantDatabase, directory, NanoClock.system())) {
      registry.start();
      Namespace deleted = Eventually.await(registry.createNamespace(WS, "n"));
      tenantDatabase.change(
          "a test", (s, revision) -> NamespaceQueries.delete(s, deleted.id(), revision));
      addKey(tenantDatabase, "old");
      Eventually.until("known", () -> directory.key(KeyHash.of("old")) != null);

      execute(
          url,
          "DELETE FROM ratelimit_directory_namespaces",
          "DELETE FROM ratelimit_directory_root_keys",
          "UPDATE ratelimit_directory_revision SET revision = 50, store = 'another'");

      Eventually.until("forgotten", () -> directory.key(KeyHash.of("old")) == null);
      Eventually.until(
          "forgotten too",
          () -> !directory.apply(Namespace.unsaved(WS, "n")).namespace().deleted());
      execute(
          url,
          "DROP TABLE ratelimit_directory_migrations, ratelimit_directory_revision, ratelimit_directory_workspaces,"
              + " ratelimit_directory_root_keys, ratelimit_directory_namespaces, ratelimit_directory_overrides");

      Eventually.until("made again", () -> tryAdd(tenantDatabase, "new"));
      Eventually.until("known", () -> directory.key(KeyHash.of("new")) != null);
    }
  }

  private static boolean tryAdd(TenantDatabase tenantDatabase, String plain) {
    try {
      return addKey(tenantDatabase, plain).revision() == 1;
    } catch (StoreUnavailable e) {
      return false;
    }
  }

  @Test
  void aDatabaseUnavailableAtStartIsReadLater() {
    MariaDbServer server = RequiredServers.ownMysql();
    Logger logger = Logger.getLogger(DirectorySync.class.getName());
    Log log = new Log();
    logger.addHandler(log);
    try (server;
        FaultProxy proxy = FaultProxy.start(server.port());
        TenantDatabase tenantDatabase =
            TenantDatabase.open(ConnectionOptions.at(server.url("weir", proxy.port())));
        SqlTenantStore registry =
            new SqlTenantStore(tenantDatabase, directory, NanoClock.system())) {
      proxy.refuse(true);
      registry.start();
      Eventually.until("noticed", () -> !registry.sync().isPolling());
      assertThat(registry.sync().loaded()).isNotDone();
      StoreUnavailable failure =
          (StoreUnavailable) Eventually.failure(registry.createNamespace(WS, "n"));
      assertThat(failure).hasMessageContaining("the directory's database failed");
      registry.saveLater(Namespace.unsaved(WS, "n"));

      proxy.refuse(false);

      Eventually.await(registry.sync().loaded());
      Eventually.until("saved", () -> isSaved("n"));
      assertThat(registry.sync().isPolling()).isTrue();

      proxy.refuse(true);
      proxy.cut();
      Eventually.until("noticed again", () -> !registry.sync().isPolling());
      assertThat(registry.sync().ageSeconds()).isPositive();
      proxy.refuse(false);
      Eventually.until("back again", () -> registry.sync().isPolling());
      Eventually.until("writable", () -> canCreate(registry, "m"));
      assertThat(log.lines).hasSize(4);
    } finally {
      logger.removeHandler(log);
    }
  }

  private boolean isSaved(String name) {
    return directory.apply(Namespace.unsaved(WS, name)).namespace().revision() > 0;
  }

  private static boolean canCreate(SqlTenantStore registry, String name) {
    return registry
        .createNamespace(WS, name)
        .handle((created, failure) -> failure == null)
        .toCompletableFuture()
        .join();
  }

  @Test
  void aFileOfAnotherStoreIsNamedWithoutPasswords() {
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      assertThat(tenantDatabase.localDatabase()).isPresent();
      assertThatThrownBy(() -> TenantDatabase.embedded(folder))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContainingAll("already in use", folder.resolve("weir.db").toString());
    }

    try (TenantDatabase tenantDatabase = TenantDatabase.open(
        ConnectionOptions.at("jdbc:mariadb://127.0.0.1:1/weir?user=me&password=secret"))) {
      assertThatThrownBy(() -> addKey(tenantDatabase, "x"))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("the directory's database failed a test")
          .hasMessageNotContaining("secret")
          .hasNoCause();
    }
  }

  @Test
  void closingFailsPendingAndLaterCalls() {
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      SqlTenantStore registry = new SqlTenantStore(tenantDatabase, directory, NanoClock.system());
      registry.start();
      Eventually.await(registry.createNamespace(WS, "n"));

      registry.close();

      assertThat(Eventually.failure(registry.createNamespace(WS, "m")))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("closed");
      assertThat(addKey(tenantDatabase, "x").revision()).isEqualTo(2);
    }
  }
}
