// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.mysql.MysqlOptions;
import io.weir.mysql.file.LocalDatabase;
import io.weir.server.admin.AdminSocket;
import io.weir.server.admin.Administration;
import io.weir.server.config.ServerConfig;
import io.weir.server.directory.Directory;
import io.weir.server.directory.Registry;
import io.weir.server.directory.sql.SqlRegistry;
import io.weir.server.directory.sql.Store;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The server's tenants: their store, its copy in memory, and the way in for whoever runs the server. */
final class Tenancy implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Tenancy.class.getName());

  /** How long a start waits for the store. Without it the server starts all the same, and lets nobody in until it is read. */
  private static final long LOAD_MILLIS = 5_000;

  private static final long RETRY_NANOS = 500_000_000;

  private final Directory directory = new Directory();
  private final Store store;
  private final Administration administration;
  private final SqlRegistry registry;

  /** Only with an embedded database: nobody else can open its file. */
  private final @Nullable AdminSocket socket;

  private volatile boolean closed;

  private Tenancy(ServerConfig config, Store store) {
    this.store = store;
    this.administration = new Administration(store, new SecureRandom());
    this.registry = new SqlRegistry(store, directory, NanoClock.system());
    this.socket = config.fleet().mysql() == null
        ? new AdminSocket(config.data(), administration, EpochClock.system())
        : null;
  }

  /** Opens the store and reads it. */
  static Tenancy open(ServerConfig config) {
    String mysql = config.fleet().mysql();
    Store store = mysql == null
        ? Store.embedded(config.data())
        : Store.open(MysqlOptions.at(mysql).build());
    Tenancy tenancy = new Tenancy(config, store);
    try {
      tenancy.start();
      return tenancy;
    } catch (RuntimeException e) {
      tenancy.close();
      throw e;
    }
  }

  private void start() {
    registry.start();
    if (socket != null) {
      socket.start();
    }
    if (!awaitAtMost(LOAD_MILLIS, registry.replica().loaded())) {
      LOG.log(
          Level.WARNING,
          "started without having read the keys: nobody is let in until the database can be reached");
    }
  }

  /**
   * Makes sure that there is a root key: this one, or, if none was given and there is no key at all, one that is made up.
   * That one is told, here and never again. Waits for the store if it was read already, and else does it once it was.
   */
  CompletableFuture<Optional<String>> ensureKey(@Nullable String rootKey) {
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    Thread ensuring = new Thread(() -> ensure(rootKey, answer), "weir-root-key");
    ensuring.setDaemon(true);
    ensuring.start();
    if (isReady()) {
      awaitAtMost(LOAD_MILLIS, answer.handle((made, failure) -> true));
    }
    return answer;
  }

  /** Again and again while the store is away: whoever waits for a key has no other way to get one. */
  private void ensure(@Nullable String rootKey, CompletableFuture<Optional<String>> answer) {
    while (!answer.isDone() && !closed) {
      try {
        registry.replica().loaded().join();
        answer.complete(ensured(rootKey));
      } catch (Registry.Unavailable e) {
        LockSupport.parkNanos(this, RETRY_NANOS);
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    }
  }

  private Optional<String> ensured(@Nullable String rootKey) {
    Optional<Administration.Minted> minted = Optional.empty();
    if (rootKey == null) {
      minted = administration.firstStart();
      minted.ifPresent(made -> directory.apply(made.key()));
    } else {
      directory.apply(administration.ensureRootKey(rootKey));
    }
    administration.workspaces().forEach(directory::apply);
    return minted.map(Administration.Minted::plain);
  }

  /** Whether it was done in time. */
  private static boolean awaitAtMost(long millis, CompletableFuture<?> done) {
    try {
      done.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting", e);
    }
  }

  Directory directory() {
    return directory;
  }

  Registry registry() {
    return registry;
  }

  /** The file of a server that runs alone. */
  Optional<LocalDatabase> localDatabase() {
    return store.localDatabase();
  }

  /** Whether the keys were read. */
  boolean isReady() {
    return registry.replica().isLoaded();
  }

  /** Whether the store answers. */
  boolean isAvailable() {
    return registry.replica().isWorking();
  }

  /** How long ago the store was last read. */
  double ageSeconds() {
    return registry.replica().age().toNanos() / 1e9;
  }

  @Override
  public void close() {
    closed = true;
    if (socket != null) {
      socket.close();
    }
    registry.close();
    store.close();
  }
}
