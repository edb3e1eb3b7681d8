// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Overrides;
import io.weir.sql.call.DatabaseExecutor;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The tenants' settings in a database, and a {@link Replica} that brings what others change into this server's directory. */
public final class SqlRegistry implements Registry {
  /** Namespaces that checks are the first to name wait in lines of their own: whoever changes something is not held up by them. */
  private static final String NEW = "new in ";

  /**
   * All changes wait for one row anyway; the second thread serves those who only look. A caller may have a second's worth of
   * calls waiting, all of them together as many as there are open requests. The timeout is many times what a healthy
   * database takes at the other end of the world.
   */
  private static final DatabaseExecutor.Limits LIMITS =
      new DatabaseExecutor.Limits(2, 256, 8_192, Duration.ofSeconds(2));

  private static final DatabaseExecutor.Owner OWNER =
      new DatabaseExecutor.Owner(Store.OWNER_NAME, Unavailable.class, Unavailable::new);

  /** How long closing may wait for calls: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  private final Store store;
  private final Copy copy;
  private final NamespaceSaver saver;
  private final Replica replica;
  private final DatabaseExecutor calls = DatabaseExecutor.fair(OWNER, LIMITS);

  /** Without snapshots. Nothing is read before the {@link #start}. Closing leaves the store open. */
  public SqlRegistry(Store store, Directory directory, NanoClock clock) {
    this(store, directory, StartingPoint.none(clock));
  }

  /** Begins here while the store is unavailable. Nothing is read before the {@link #start}. Closing leaves the store open. */
  public SqlRegistry(Store store, Directory directory, StartingPoint startingPoint) {
    this.store = store;
    this.copy = new Copy(directory);
    this.saver = new NamespaceSaver(store, copy, startingPoint.clock(), calls::hasWaiting);
    this.replica = new Replica(store, copy, saver, startingPoint);
  }

  /** Learns what was made in the store a moment ago, before the next poll does. */
  public void learn(List<Workspace> workspaces, List<RootKey> keys) {
    copy.workspaces(workspaces);
    copy.keys(keys);
  }

  /** Reads what changed in the store, and waits for it, some seconds at most. */
  public void refresh() {
    replica.refresh();
  }

  /** Begins to read. Does not wait; {@link Replica#loaded} tells when everything is there. */
  public void start() {
    replica.start();
  }

  /** What keeps the directory like the store. */
  public Replica replica() {
    return replica;
  }

  @Override
  public CompletionStage<Namespace> createNamespace(String workspaceId, String name) {
    return ask(
        NEW + workspaceId,
        () -> copy.namespace(store
            .read("to find a namespace", session -> Namespaces.named(session, workspaceId, name))
            .orElseGet(() -> add(Namespace.unsaved(workspaceId, name)))));
  }

  private Namespace add(Namespace namespace) {
    return store.change(
        "to create a namespace",
        (session, revision) -> Namespaces.add(session, namespace, revision));
  }

  @Override
  public void saveLater(Namespace namespace) {
    saver.add(namespace);
  }

  @Override
  public CompletionStage<Optional<Namespace>> findNamespace(String workspaceId, String nameOrId) {
    return ask(
        workspaceId,
        () -> store
            .read("to find a namespace", session -> Namespaces.find(session, workspaceId, nameOrId))
            .map(copy::namespace));
  }

  @Override
  public CompletionStage<LimitOverride> setOverride(Wish wish) {
    return ask(
        copy.ownerOf(wish.namespaceId()),
        () -> copy.override(store.change(
            "to set an override", (session, revision) -> Overrides.set(session, wish, revision))));
  }

  @Override
  public CompletionStage<Boolean> deleteOverride(String namespaceId, String identifier) {
    return ask(copy.ownerOf(namespaceId), () -> {
      Optional<LimitOverride> deleted = delete(namespaceId, identifier);
      deleted.ifPresent(copy::override);
      return deleted.isPresent();
    });
  }

  private Optional<LimitOverride> delete(String namespaceId, String identifier) {
    return store.change("to delete an override", (session, revision) -> {
      Optional<LimitOverride> live =
          Overrides.find(session, namespaceId, identifier).filter(override -> !override.deleted());
      if (live.isEmpty()) {
        return live;
      }
      Overrides.delete(live.get(), session, revision);
      return Overrides.find(session, namespaceId, identifier);
    });
  }

  @Override
  public CompletionStage<List<LimitOverride>> listOverrides(
      String namespaceId, String fromId, int most) {
    return ask(copy.ownerOf(namespaceId), () -> {
      List<LimitOverride> found = store.read(
          "to list overrides", session -> Overrides.list(session, namespaceId, fromId, most));
      copy.refresh(found);
      return found;
    });
  }

  /** Fails at once while polls do: each try would hold up one of few threads for seconds. */
  private <T> CompletionStage<T> ask(String owner, Supplier<T> work) {
    return replica
        .trouble()
        .<CompletionStage<T>>map(reason -> CompletableFuture.failedFuture(new Unavailable(reason)))
        .orElseGet(() -> calls.call(owner, work));
  }

  /** Ends the reading. Calls that were not answered yet, or come later, fail. */
  @Override
  public void close() {
    calls.close();
    calls.awaitEnd(CLOSE_MILLIS);
    replica.close();
  }
}
