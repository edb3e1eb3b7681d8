// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A tenant store of a single server, which a test can make unavailable. */
public final class InMemoryTenantStore implements TenantStore {
  private final Directory directory;
  private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
  private final Map<String, LimitOverride> overrides = new LinkedHashMap<>();
  private long revision;
  private boolean unavailable;
  private boolean holding;
  private final List<Runnable> held = new ArrayList<>();

  /** Creates a store that updates this directory. */
  public InMemoryTenantStore(Directory directory) {
    this.directory = directory;
  }

  /** Sets whether calls fail from now on. */
  public synchronized void unavailable(boolean isUnavailable) {
    unavailable = isUnavailable;
  }

  /** Holds all responses from now on, until {@link #release}. */
  public synchronized void hold() {
    holding = true;
  }

  /** Completes everything that is held, and continues normally. */
  public void release() {
    List<Runnable> waiting;
    synchronized (this) {
      holding = false;
      waiting = List.copyOf(held);
      held.clear();
    }
    waiting.forEach(Runnable::run);
  }

  /** Waits until this many calls are held. */
  public void awaitHeld(int count) {
    TestApiServer.await(count + " calls held", () -> heldCalls() >= count);
  }

  private synchronized int heldCalls() {
    return held.size();
  }

  private synchronized <T> CompletionStage<T> answer(Supplier<T> work) {
    if (!holding) {
      return answerNow(work);
    }
    CompletableFuture<T> later = new CompletableFuture<>();
    held.add(() -> {
      CompletionStage<T> unused = answerNow(work).whenComplete((value, failure) -> {
        if (failure == null) {
          later.complete(value);
        } else {
          later.completeExceptionally(failure);
        }
      });
    });
    return later;
  }

  private synchronized <T> CompletionStage<T> answerNow(Supplier<T> work) {
    return unavailable
        ? CompletableFuture.failedFuture(new StoreUnavailable("told to be away"))
        : CompletableFuture.completedFuture(work.get());
  }

  private static String key(String one, String other) {
    return one + "\n" + other;
  }

  @Override
  public CompletionStage<Namespace> createNamespace(String workspaceId, String name) {
    return answer(() -> save(Namespace.unsaved(workspaceId, name)));
  }

  private Namespace save(Namespace unsaved) {
    Namespace saved = namespaces.computeIfAbsent(
        key(unsaved.workspaceId(), unsaved.name()), key -> unsaved.at(++revision));
    directory.apply(saved);
    return saved;
  }

  /** Creates a namespace as another server would; this server has not received it yet. */
  public synchronized Namespace madeElsewhere(String workspaceId, String name) {
    Namespace created = Namespace.unsaved(workspaceId, name).at(++revision);
    namespaces.put(key(workspaceId, name), created);
    return created;
  }

  @Override
  public synchronized void saveLater(Namespace unsaved) {
    save(unsaved);
  }

  @Override
  public CompletionStage<Optional<Namespace>> findNamespace(String workspaceId, String nameOrId) {
    return answer(() -> namespaces.values().stream()
        .filter(each -> each.workspaceId().equals(workspaceId))
        .filter(each -> each.name().equals(nameOrId) || each.id().equals(nameOrId))
        .findFirst());
  }

  /** Deletes a namespace. */
  public synchronized void delete(String workspaceId, String name) {
    Namespace deleted = namespaces.compute(key(workspaceId, name), (key, known) -> {
      Namespace live = known == null ? Namespace.unsaved(workspaceId, name) : known;
      return live.deletedAt(++revision);
    });
    directory.apply(deleted);
  }

  @Override
  public CompletionStage<LimitOverride> setOverride(OverrideRequest overrideRequest) {
    return answer(() -> {
      LimitOverride set = overrides.compute(
          key(overrideRequest.namespaceId(), overrideRequest.identifier()),
          (key, known) -> new LimitOverride(
              known == null ? "rlor_" + String.format("%09d", ++revision) : known.id(),
              overrideRequest.namespaceId(),
              overrideRequest.identifier(),
              overrideRequest.limit(),
              overrideRequest.durationMillis(),
              false,
              ++revision));
      directory.apply(set);
      return set;
    });
  }

  @Override
  public CompletionStage<Boolean> deleteOverride(String namespaceId, String identifier) {
    return answer(() -> {
      LimitOverride known = overrides.get(key(namespaceId, identifier));
      if (known == null || known.deleted()) {
        return false;
      }
      LimitOverride deleted = new LimitOverride(
          known.id(),
          namespaceId,
          identifier,
          known.limit(),
          known.durationMillis(),
          true,
          ++revision);
      overrides.put(key(namespaceId, identifier), deleted);
      directory.apply(deleted);
      return true;
    });
  }

  @Override
  public CompletionStage<List<LimitOverride>> listOverrides(
      String namespaceId, String fromId, int max) {
    return answer(() -> overrides.values().stream()
        .filter(each -> each.namespaceId().equals(namespaceId) && !each.deleted())
        .filter(each -> each.id().compareTo(fromId) >= 0)
        .sorted(Comparator.comparing(LimitOverride::id))
        .limit(max)
        .toList());
  }

  @Override
  public void close() {}
}
