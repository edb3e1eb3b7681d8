// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.server.api.AuthenticatedRequest;
import io.weir.server.api.access.PermittedAction;
import io.weir.server.directory.Directory;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.TenantStore;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.problem.Problem;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the namespaces that requests name, and creates those that a check names for the first time. */
public final class NamespaceResolver {
  /**
   * The maximum number of namespaces in a workspace: far more than people create by hand, far fewer than a program
   * could.
   */
  static final int MAX_NAMESPACES = 100_000;

  /**
   * How long a check waits for a namespace to be created. After that, the check is counted and the namespace is
   * created later.
   */
  private static final long CREATE_TIMEOUT_MILLIS = 500;

  private static final Pattern ID = Pattern.compile("rlns_[0-9A-Za-z]+");

  private final Directory directory;
  private final TenantStore tenantStore;
  private final WhenDegraded defaultMode;

  /**
   * Creates a resolver that looks up namespaces in {@code directory} and creates them in {@code tenantStore}. While
   * Redis is unavailable, their limits continue with local counts.
   */
  public NamespaceResolver(Directory directory, TenantStore tenantStore) {
    this(directory, tenantStore, WhenDegraded.LOCAL);
  }

  /**
   * Creates a resolver that looks up namespaces in {@code directory} and creates them in {@code tenantStore}. While
   * Redis is unavailable, their limits behave as {@code defaultMode} says, unless the namespace has its own mode.
   */
  public NamespaceResolver(Directory directory, TenantStore tenantStore, WhenDegraded defaultMode) {
    this.directory = directory;
    this.tenantStore = tenantStore;
    this.defaultMode = defaultMode;
  }

  /**
   * Returns a limit with the namespace's settings: its behaviour while Redis is unavailable, and whether its window
   * is exact.
   */
  LimitPolicy limit(Namespace namespace, long amount, long durationMillis) {
    WhenDegraded own = namespace.whenDegraded();
    LimitPolicy limitPolicy =
        new LimitPolicy(amount, durationMillis, own == null ? defaultMode : own);
    return namespace.exactWindow() ? limitPolicy.withExactWindowIfSmall() : limitPolicy;
  }

  /**
   * Returns the namespace if this server knows it. Nearly every request needs only this look-up, which never waits.
   */
  static @Nullable NamespaceEntry findInMemory(
      AuthenticatedRequest authenticatedRequest, String nameOrId) {
    return authenticatedRequest.principal().tenant().namespace(nameOrId);
  }

  /** Returns the namespace, creating it if there is none and the caller may create one. */
  CompletionStage<NamespaceEntry> findOrCreate(
      AuthenticatedRequest authenticatedRequest, String name) {
    Tenant tenant = authenticatedRequest.principal().tenant();
    NamespaceEntry seen = tenant.namespace(name);
    if (seen != null) {
      return CompletableFuture.completedFuture(seen);
    }
    String workspaceId = tenant.workspace().id();
    if (!authenticatedRequest.principal().isPermittedEverywhere(PermittedAction.CREATE_NAMESPACE)) {
      return tenantStore.findNamespace(workspaceId, name).thenApply(found -> {
        if (found.isEmpty()) {
          authenticatedRequest.principal().requireEverywhere(PermittedAction.CREATE_NAMESPACE);
        }
        return directory.apply(found.orElseThrow());
      });
    }
    if (ID.matcher(name).matches()) {
      // May be the id of a namespace that another server has just created. A namespace with this
      // name would hide that one for good.
      return tenantStore
          .findNamespace(workspaceId, name)
          .thenCompose(found -> found
              .<CompletionStage<NamespaceEntry>>map(
                  known -> CompletableFuture.completedFuture(directory.apply(known)))
              .orElseGet(() -> create(tenant, name)));
    }
    return create(tenant, name);
  }

  private CompletionStage<NamespaceEntry> create(Tenant tenant, String name) {
    String workspaceId = tenant.workspace().id();
    if (tenant.namespaces() >= MAX_NAMESPACES) {
      throw Problem.tooManyNamespaces(MAX_NAMESPACES);
    }
    if (!directory.hasMemoryFor(workspaceId, name)) {
      return findInStore(workspaceId, name);
    }
    Namespace unsaved = Namespace.unsaved(workspaceId, name);
    return tenantStore
        .createNamespace(workspaceId, name)
        .toCompletableFuture()
        .copy() // the timeout must not complete the store's own future
        .orTimeout(CREATE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .handle((created, failure) -> {
          if (failure != null) {
            tenantStore.saveLater(unsaved);
          }
          return directory.apply(failure == null ? created : unsaved);
        });
  }

  /**
   * The namespace may exist and have been left out of memory: then it is used, but without its overrides. None is
   * created.
   */
  private CompletionStage<NamespaceEntry> findInStore(String workspaceId, String name) {
    return tenantStore.findNamespace(workspaceId, name).thenApply(found -> {
      DirectoryUsage usage = directory.budget().of(workspaceId);
      return directory.apply(found.orElseThrow(
          () -> Problem.tooManyNamespaces(usage.usedBytes(), usage.ceilingBytes())));
    });
  }

  /** Returns the namespace if it exists and is not deleted. */
  CompletionStage<NamespaceEntry> find(AuthenticatedRequest authenticatedRequest, String nameOrId) {
    Tenant tenant = authenticatedRequest.principal().tenant();
    NamespaceEntry known = tenant.namespace(nameOrId);
    if (known != null) {
      return CompletableFuture.completedFuture(requireLive(known));
    }
    // Another server may have created it a moment ago.
    return tenantStore
        .findNamespace(tenant.workspace().id(), nameOrId)
        .thenApply((Optional<Namespace> found) -> {
          if (found.isEmpty()) {
            throw Problem.namespaceNotFound();
          }
          return requireLive(directory.apply(found.get()));
        });
  }

  private static NamespaceEntry requireLive(NamespaceEntry entry) {
    if (entry.namespace().deleted()) {
      throw Problem.namespaceNotFound();
    }
    return entry;
  }
}
