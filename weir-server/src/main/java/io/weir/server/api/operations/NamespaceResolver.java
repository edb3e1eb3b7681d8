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

/** Finds the namespaces that requests speak of, and makes those that checks are the first to name. */
public final class NamespaceResolver {
  /** A workspace may have so many, which is far more than a person can think of, and far less than a program can. */
  static final int MAX_NAMESPACES = 100_000;

  /** How long a check waits for a namespace to be made. After that it is counted, and made later. */
  private static final long CREATE_TIMEOUT_MILLIS = 500;

  private static final Pattern ID = Pattern.compile("rlns_[0-9A-Za-z]+");

  private final Directory directory;
  private final TenantStore tenantStore;
  private final WhenDegraded defaultMode;

  /** Finds them here, and makes them there. Their limits go on locally while Redis is unavailable. */
  public NamespaceResolver(Directory directory, TenantStore tenantStore) {
    this(directory, tenantStore, WhenDegraded.LOCAL);
  }

  /** Finds them here, and makes them there. Unless one says otherwise, its limits do this while Redis is unavailable. */
  public NamespaceResolver(Directory directory, TenantStore tenantStore, WhenDegraded defaultMode) {
    this.directory = directory;
    this.tenantStore = tenantStore;
    this.defaultMode = defaultMode;
  }

  /** A limit as the namespace has them: what it does while Redis is unavailable, and how exact its window is. */
  LimitPolicy limit(Namespace namespace, long amount, long durationMillis) {
    WhenDegraded own = namespace.whenDegraded();
    LimitPolicy limitPolicy =
        new LimitPolicy(amount, durationMillis, own == null ? defaultMode : own);
    return namespace.exactWindow() ? limitPolicy.withExactWindowIfSmall() : limitPolicy;
  }

  /** The namespace, if this server knows it: what nearly every request needs, and nothing waits for. */
  static @Nullable NamespaceEntry findInMemory(
      AuthenticatedRequest authenticatedRequest, String nameOrId) {
    return authenticatedRequest.principal().tenant().namespace(nameOrId);
  }

  /** The namespace, made if there is none and the caller may make one. */
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
      // Perhaps of one that another server has just made: as a name it would hide that one for
      // good.
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
        .copy() // whoever made the answer keeps it whole
        .orTimeout(CREATE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .handle((made, failure) -> {
          if (failure != null) {
            tenantStore.saveLater(unsaved);
          }
          return directory.apply(failure == null ? made : unsaved);
        });
  }

  /** There may be one that was left out of memory: it is counted in, without its overrides. But none is made. */
  private CompletionStage<NamespaceEntry> findInStore(String workspaceId, String name) {
    return tenantStore.findNamespace(workspaceId, name).thenApply(found -> {
      DirectoryUsage usage = directory.budget().of(workspaceId);
      return directory.apply(found.orElseThrow(
          () -> Problem.tooManyNamespaces(usage.usedBytes(), usage.ceilingBytes())));
    });
  }

  /** The namespace, if it lives. */
  CompletionStage<NamespaceEntry> find(AuthenticatedRequest authenticatedRequest, String nameOrId) {
    Tenant tenant = authenticatedRequest.principal().tenant();
    NamespaceEntry known = tenant.namespace(nameOrId);
    if (known != null) {
      return CompletableFuture.completedFuture(requireLive(known));
    }
    // Another server may have made it a moment ago.
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
