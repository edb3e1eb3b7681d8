// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.reset.ResetResult;
import io.weir.reset.Resets.ResetTarget;
import io.weir.server.admin.AdminSocket;
import io.weir.server.admin.Administration;
import io.weir.server.config.ServerConfig;
import io.weir.server.directory.Directory;
import io.weir.server.directory.TenantStore;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.snapshot.SnapshotWriter;
import io.weir.server.directory.sql.DirectorySync;
import io.weir.server.directory.sql.InitialDirectory;
import io.weir.server.directory.sql.SqlTenantStore;
import io.weir.server.directory.sql.TenantDatabase;
import io.weir.server.logs.SecretRedactor;
import io.weir.sql.ConnectionOptions;
import io.weir.sql.file.LocalDatabase;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The server's tenants: their store, its copies in memory and in a snapshot file, and the administration access for
 * operators.
 */
final class Tenants implements AutoCloseable {
  /** How long a start waits for the store, at most. The server already answers requests during the wait. */
  private static final long START_MILLIS = 5_000;

  private static final String EMBEDDED = "the embedded database";

  private final Directory directory;
  private final TenantDatabase tenantDatabase;
  private final SqlTenantStore registry;
  private final RootKeySetup rootKey;

  /** Only with an embedded database, because no other process can open its file. */
  private final @Nullable AdminSocket socket;

  /** Executes resets. Set once, when the engine exists. */
  private volatile Function<ResetTarget, CompletionStage<ResetResult>> resets = target ->
      CompletableFuture.failedFuture(new TenantStore.StoreUnavailable("the server is starting"));

  private Tenants(ServerConfig config, TenantDatabase tenantDatabase) {
    this.tenantDatabase = tenantDatabase;
    this.directory = new Directory(
        DirectoryBudget.of(config.directory().maxBytes(), Runtime.getRuntime().maxMemory()));
    Administration administration = new Administration(tenantDatabase, new SecureRandom());
    this.registry = new SqlTenantStore(tenantDatabase, directory, initialDirectory(config));
    this.rootKey = new RootKeySetup(directory, registry, administration, config.rootKey());
    this.socket = config.fleet().mysql() == null
        ? new AdminSocket(
            config.data(),
            administration,
            EpochClock.system(),
            new AdminSocket.Callbacks(target -> resets.apply(target), registry::refresh))
        : null;
  }

  private InitialDirectory initialDirectory(ServerConfig config) {
    String mysql = config.fleet().mysql();
    String database = mysql == null ? EMBEDDED : SecretRedactor.redactAddress(mysql);
    NanoClock elapsed = NanoClock.system();
    SnapshotWriter snapshots = new SnapshotWriter(
        new SnapshotWriter.SnapshotTarget(config.data(), database),
        directory,
        EpochClock.system(),
        elapsed);
    return InitialDirectory.of(snapshots, config.faults().snapshotMaxAgeMillis(), elapsed);
  }

  /** Opens the store. Waits for an embedded database, but not for a remote one. */
  static Tenants open(ServerConfig config) {
    String mysql = config.fleet().mysql();
    TenantDatabase tenantDatabase = mysql == null
        ? TenantDatabase.embedded(config.data())
        : TenantDatabase.open(ConnectionOptions.at(mysql));
    return new Tenants(config, tenantDatabase);
  }

  /** Starts to read the store without waiting for it. Resets are executed by {@code resetting}. */
  void start(Function<ResetTarget, CompletionStage<ResetResult>> resetting) {
    resets = resetting;
    registry.start();
    if (socket != null) {
      socket.start();
    }
    rootKey.start();
  }

  /** Waits until keys are known, or until it is clear that they cannot be read for now. */
  void awaitStart() {
    boolean isInTime = awaitWithin(START_MILLIS, rootKey.presetApplied());
    if (isInTime && registry.sync().isLoaded()) {
      awaitWithin(START_MILLIS, rootKey.createdKey());
    }
  }

  /** Returns the root key, if one is created at this start. */
  CompletableFuture<Optional<String>> newRootKey() {
    return rootKey.createdKey();
  }

  /** Waits for {@code done} and returns whether it completed in time. Fails if {@code done} failed. */
  private static boolean awaitWithin(long millis, CompletableFuture<?> done) {
    try {
      done.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IllegalStateException(cause == null ? "startup failed" : cause.getMessage(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting", e);
    }
  }

  Directory directory() {
    return directory;
  }

  TenantStore registry() {
    return registry;
  }

  /** Returns the local database file of a server that runs alone. */
  Optional<LocalDatabase> localDatabase() {
    return tenantDatabase.localDatabase();
  }

  /** Returns whether requests can be authenticated: keys are known. */
  boolean isOpen() {
    DirectorySync directorySync = registry.sync();
    return directorySync.isLoaded() || directorySync.isFromSnapshot() || rootKey.isPresetAccepted();
  }

  /** Returns why a check with a valid key would not be decided, if that is so. */
  Optional<String> obstacle() {
    return rootKey.isPresetAccepted()
        ? Optional.empty()
        : registry.sync().obstacle().or(rootKey::obstacle);
  }

  /** Returns whether the store responds. */
  boolean isAvailable() {
    return registry.sync().isPolling();
  }

  /** Returns whether keys, namespaces and overrides come from a snapshot. */
  boolean isFromSnapshot() {
    return registry.sync().isFromSnapshot();
  }

  /** Returns the age of the known keys, namespaces and overrides, or NaN while there are none. */
  double ageSeconds() {
    return registry.sync().ageSeconds();
  }

  /** Returns the state of the directory for {@code /ready}. */
  Map<String, Object> state() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put(
        "directory", isFromSnapshot() ? "snapshot" : isAvailable() ? "available" : "unavailable");
    double age = ageSeconds();
    if (!Double.isNaN(age)) {
      state.put("directoryAgeSeconds", (long) age);
    }
    return state;
  }

  @Override
  public void close() {
    rootKey.close();
    if (socket != null) {
      socket.close();
    }
    registry.close();
    tenantDatabase.close();
  }
}
