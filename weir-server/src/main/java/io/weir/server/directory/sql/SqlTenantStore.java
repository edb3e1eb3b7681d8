// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.TenantStore;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.server.directory.table.OverrideQueries;
import io.weir.sql.call.DatabaseExecutor;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The tenants' settings in a database, and a {@link DirectorySync} that applies the changes of others to this
 * server's directory.
 */
public final class SqlTenantStore implements TenantStore {
  /**
   * Namespaces that a check names for the first time wait in queues of their own, so that they do not delay other
   * changes.
   */
  private static final String NEW_NAMESPACES = "new in ";

  /**
   * All changes wait for the lock of one row anyway; the second thread serves reads. A caller may have a second's
   * worth of calls waiting, all callers together as many as there are open requests. The timeout is many times what a
   * healthy database on the other side of the world takes.
   */
  private static final DatabaseExecutor.Limits LIMITS =
      new DatabaseExecutor.Limits(2, 256, 8_192, Duration.ofSeconds(2));

  private static final DatabaseExecutor.Owner OWNER = new DatabaseExecutor.Owner(
      TenantDatabase.SCHEMA_NAME, StoreUnavailable.class, StoreUnavailable::new);

  /** How long closing waits for calls, at most. */
  private static final long CLOSE_MILLIS = 2_000;

  private final TenantDatabase tenantDatabase;
  private final DirectoryUpdater updater;
  private final NamespaceSaver saver;
  private final DirectorySync sync;
  private final DatabaseExecutor executor = DatabaseExecutor.fair(OWNER, LIMITS);

  /** Creates a store without snapshots. Reads nothing before {@link #start}. Closing leaves the database open. */
  public SqlTenantStore(TenantDatabase tenantDatabase, Directory directory, NanoClock clock) {
    this(tenantDatabase, directory, InitialDirectory.none(clock));
  }

  /**
   * Creates a store that uses {@code initialDirectory} while the database is unavailable. Reads nothing before {@link
   * #start}. Closing leaves the database open.
   */
  public SqlTenantStore(
      TenantDatabase tenantDatabase, Directory directory, InitialDirectory initialDirectory) {
    this.tenantDatabase = tenantDatabase;
    this.updater = new DirectoryUpdater(directory);
    this.saver =
        new NamespaceSaver(tenantDatabase, updater, initialDirectory.clock(), executor::hasWaiting);
    this.sync = new DirectorySync(tenantDatabase, updater, saver, initialDirectory);
  }

  /** Applies what was just created in the store, before the next poll does. */
  public void learn(List<Workspace> workspaces, List<RootKey> keys) {
    updater.workspaces(workspaces);
    updater.keys(keys);
  }

  /** Reads what changed in the store, and waits for it, some seconds at most. */
  public void refresh() {
    sync.refresh();
  }

  /** Starts to read, without waiting. {@link DirectorySync#loaded} completes when everything was read. */
  public void start() {
    sync.start();
  }

  /** Returns the synchronization of the directory with the store. */
  public DirectorySync sync() {
    return sync;
  }

  @Override
  public CompletionStage<Namespace> createNamespace(String workspaceId, String name) {
    return submit(
        NEW_NAMESPACES + workspaceId,
        () -> updater.namespace(tenantDatabase
            .read(
                "to find a namespace",
                directorySession ->
                    NamespaceQueries.findByName(directorySession, workspaceId, name))
            .orElseGet(() -> add(Namespace.unsaved(workspaceId, name)))));
  }

  private Namespace add(Namespace namespace) {
    return tenantDatabase.change(
        "to create a namespace",
        (directorySession, revision) ->
            NamespaceQueries.add(directorySession, namespace, revision));
  }

  @Override
  public void saveLater(Namespace namespace) {
    saver.add(namespace);
  }

  @Override
  public CompletionStage<Optional<Namespace>> findNamespace(String workspaceId, String nameOrId) {
    return submit(
        workspaceId,
        () -> tenantDatabase
            .read(
                "to find a namespace",
                directorySession -> NamespaceQueries.find(directorySession, workspaceId, nameOrId))
            .map(updater::namespace));
  }

  @Override
  public CompletionStage<LimitOverride> setOverride(OverrideRequest overrideRequest) {
    return submit(
        updater.ownerOf(overrideRequest.namespaceId()),
        () -> updater.override(tenantDatabase.change(
            "to set an override",
            (directorySession, revision) ->
                OverrideQueries.set(directorySession, overrideRequest, revision))));
  }

  @Override
  public CompletionStage<Boolean> deleteOverride(String namespaceId, String identifier) {
    return submit(updater.ownerOf(namespaceId), () -> {
      Optional<LimitOverride> deleted = delete(namespaceId, identifier);
      deleted.ifPresent(updater::override);
      return deleted.isPresent();
    });
  }

  private Optional<LimitOverride> delete(String namespaceId, String identifier) {
    return tenantDatabase.change("to delete an override", (directorySession, revision) -> {
      Optional<LimitOverride> live = OverrideQueries.find(directorySession, namespaceId, identifier)
          .filter(override -> !override.deleted());
      if (live.isEmpty()) {
        return live;
      }
      OverrideQueries.delete(live.get(), directorySession, revision);
      return OverrideQueries.find(directorySession, namespaceId, identifier);
    });
  }

  @Override
  public CompletionStage<List<LimitOverride>> listOverrides(
      String namespaceId, String fromId, int most) {
    return submit(updater.ownerOf(namespaceId), () -> {
      List<LimitOverride> found = tenantDatabase.read(
          "to list overrides",
          directorySession -> OverrideQueries.list(directorySession, namespaceId, fromId, most));
      updater.refresh(found);
      return found;
    });
  }

  /** Fails at once while polls fail, because each attempt would block one of few threads for seconds. */
  private <T> CompletionStage<T> submit(String owner, Supplier<T> work) {
    return sync.lastFailure()
        .<CompletionStage<T>>map(
            reason -> CompletableFuture.failedFuture(new StoreUnavailable(reason)))
        .orElseGet(() -> executor.call(owner, work));
  }

  /** Stops reading. Calls that are not completed yet, or arrive later, fail. */
  @Override
  public void close() {
    executor.close();
    executor.awaitEnd(CLOSE_MILLIS);
    sync.close();
  }
}
