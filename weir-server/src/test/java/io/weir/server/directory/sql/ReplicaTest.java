// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.Registry.Wish;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.table.Keys;
import io.weir.server.directory.table.Namespaces;
import io.weir.sql.ConnectionOptions;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that goes away, comes back, or is another one. */
@Timeout(180)
@Tag("integration")
class ReplicaTest {
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

  private static RootKey addKey(Store store, String plain) {
    return store.change("a test", (session, revision) -> {
      RootKey key = new RootKey(
          "key_" + plain,
          WS,
          KeyHash.of(plain),
          "",
          Set.of("ratelimit.*.limit"),
          RootKey.NEVER,
          true,
          false,
          revision);
      Keys.add(session, key);
      return key;
    });
  }

  @Test
  @DisplayName(
      "a database that fell back to an earlier state is read anew, and what it lost is forgotten")
  void anOlderStateIsReadAnew() throws SQLException {
    String url = Needs.mysql();
    Store store = Store.open(ConnectionOptions.at(url));
    try (store;
        SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system())) {
      registry.start();
      addKey(store, "stays");
      Namespace namespace = Eventually.answer(registry.createNamespace(WS, "n"));
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "alice", 5, 60_000)));
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "alice", 6, 60_000)));
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "bob", 7, 60_000)));
      addKey(store, "goes");
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
      Eventually.until(
          "the override that was lost is forgotten",
          () -> directory.apply(namespace).override("bob") == null);
      Eventually.until(
          "the override that fell back is read",
          () -> String.valueOf(directory.apply(namespace).override("alice")).contains("limit=5"));

      addKey(store, "new");
      Eventually.until("goes on", () -> directory.key(KeyHash.of("new")) != null);
      Eventually.answer(registry.setOverride(new Wish(namespace.id(), "alice", 8, 60_000)));
      assertThat(String.valueOf(directory.apply(namespace).override("alice"))).contains("limit=8");
    }
  }

  @Test
  @DisplayName(
      "an empty database in the place of the old one is given its tables, and read anew though it is ahead")
  void anotherDatabaseIsReadAnew() throws SQLException {
    String url = Needs.mysql();
    Store store = Store.open(ConnectionOptions.at(url));
    try (store;
        SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system())) {
      registry.start();
      Namespace deleted = Eventually.answer(registry.createNamespace(WS, "n"));
      store.change("a test", (s, revision) -> Namespaces.delete(s, deleted.id(), revision));
      addKey(store, "old");
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

      Eventually.until("made again", () -> tryAdd(store, "new"));
      Eventually.until("known", () -> directory.key(KeyHash.of("new")) != null);
    }
  }

  private static boolean tryAdd(Store store, String plain) {
    try {
      return addKey(store, plain).revision() == 1;
    } catch (Unavailable e) {
      return false;
    }
  }

  @Test
  @DisplayName(
      "a database that is away at the start is read when it comes, with what was to be saved meanwhile")
  void aLateDatabaseIsRead() {
    MariaDbServer server = Needs.ownMysql();
    Logger logger = Logger.getLogger(Replica.class.getName());
    Log log = new Log();
    logger.addHandler(log);
    try (server;
        FaultProxy proxy = FaultProxy.start(server.port());
        Store store = Store.open(ConnectionOptions.at(server.url("weir", proxy.port())));
        SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system())) {
      proxy.refuse(true);
      registry.start();
      Eventually.until("noticed", () -> !registry.replica().isWorking());
      assertThat(registry.replica().loaded()).isNotDone();
      Unavailable failure = (Unavailable) Eventually.failure(registry.createNamespace(WS, "n"));
      assertThat(failure).hasMessageContaining("the directory's database failed");
      registry.saveLater(Namespace.unsaved(WS, "n"));

      proxy.refuse(false);

      Eventually.answer(registry.replica().loaded());
      Eventually.until("saved", () -> isSaved("n"));
      assertThat(registry.replica().isWorking()).isTrue();

      proxy.refuse(true);
      proxy.cut();
      Eventually.until("noticed again", () -> !registry.replica().isWorking());
      assertThat(registry.replica().ageSeconds()).isPositive();
      proxy.refuse(false);
      Eventually.until("back again", () -> registry.replica().isWorking());
      Eventually.until("writable", () -> canCreate(registry, "m"));
      assertThat(log.lines).hasSize(4);
    } finally {
      logger.removeHandler(log);
    }
  }

  private boolean isSaved(String name) {
    return directory.apply(Namespace.unsaved(WS, name)).namespace().revision() > 0;
  }

  private static boolean canCreate(SqlRegistry registry, String name) {
    return registry
        .createNamespace(WS, name)
        .handle((made, failure) -> failure == null)
        .toCompletableFuture()
        .join();
  }

  @Test
  @DisplayName("a file that another store has is named; a password never is")
  void whatFailsIsNamed() {
    try (Store store = Store.embedded(folder)) {
      assertThat(store.localDatabase()).isPresent();
      assertThatThrownBy(() -> Store.embedded(folder))
          .isInstanceOf(Unavailable.class)
          .hasMessageContainingAll("already in use", folder.resolve("weir.db").toString());
    }

    try (Store store = Store.open(
        ConnectionOptions.at("jdbc:mariadb://127.0.0.1:1/weir?user=me&password=secret"))) {
      assertThatThrownBy(() -> addKey(store, "x"))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("the directory's database failed a test")
          .hasMessageNotContaining("secret")
          .hasNoCause();
    }
  }

  @Test
  @DisplayName("calls that nobody answered fail when the registry is closed, and so do later ones")
  void closingFailsCalls() {
    try (Store store = Store.embedded(folder)) {
      SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system());
      registry.start();
      Eventually.answer(registry.createNamespace(WS, "n"));

      registry.close();

      assertThat(Eventually.failure(registry.createNamespace(WS, "m")))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("closed");
      assertThat(addKey(store, "x").revision()).isEqualTo(2);
    }
  }
}
