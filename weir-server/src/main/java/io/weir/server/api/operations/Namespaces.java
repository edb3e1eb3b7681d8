// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.server.api.Call;
import io.weir.server.api.access.Action;
import io.weir.server.directory.Directory;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.Registry;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.problem.Problem;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the namespaces that requests speak of, and makes those that checks are the first to name. */
public final class Namespaces {
  /** A workspace may have so many, which is far more than a person can think of, and far less than a program can. */
  static final int MOST = 100_000;

  /** How long a check waits for a namespace to be made. After that it is counted, and made later. */
  private static final long PATIENCE_MILLIS = 500;

  private static final Pattern ID = Pattern.compile("rlns_[0-9A-Za-z]+");

  private final Directory directory;
  private final Registry registry;
  private final WhenDegraded usual;

  /** Finds them here, and makes them there. Their limits go on locally while Redis is unavailable. */
  public Namespaces(Directory directory, Registry registry) {
    this(directory, registry, WhenDegraded.LOCAL);
  }

  /** Finds them here, and makes them there. Unless one says otherwise, its limits do this while Redis is unavailable. */
  public Namespaces(Directory directory, Registry registry, WhenDegraded usual) {
    this.directory = directory;
    this.registry = registry;
    this.usual = usual;
  }

  /** A limit as the namespace has them: what it does while Redis is unavailable, and how exact its window is. */
  Limit limit(Namespace namespace, long amount, long durationMillis) {
    WhenDegraded own = namespace.whenDegraded();
    Limit limit = new Limit(amount, durationMillis, own == null ? usual : own);
    return namespace.exactWindow() ? limit.withExactWindowIfSmall() : limit;
  }

  /** The namespace, if this server knows it: what nearly every request needs, and nothing waits for. */
  static @Nullable NamespaceEntry known(Call call, String nameOrId) {
    return call.caller().tenant().namespace(nameOrId);
  }

  /** The namespace, made if there is none and the caller may make one. */
  CompletionStage<NamespaceEntry> foundOrMade(Call call, String name) {
    Tenant tenant = call.caller().tenant();
    NamespaceEntry seen = tenant.namespace(name);
    if (seen != null) {
      return CompletableFuture.completedFuture(seen);
    }
    String workspaceId = tenant.workspace().id();
    if (!call.caller().mayEverywhere(Action.CREATE_NAMESPACE)) {
      return registry.findNamespace(workspaceId, name).thenApply(found -> {
        if (found.isEmpty()) {
          call.caller().requireEverywhere(Action.CREATE_NAMESPACE);
        }
        return directory.apply(found.orElseThrow());
      });
    }
    if (ID.matcher(name).matches()) {
      // Perhaps of one that another server has just made: as a name it would hide that one for
      // good.
      return registry
          .findNamespace(workspaceId, name)
          .thenCompose(found -> found
              .<CompletionStage<NamespaceEntry>>map(
                  known -> CompletableFuture.completedFuture(directory.apply(known)))
              .orElseGet(() -> made(tenant, name)));
    }
    return made(tenant, name);
  }

  private CompletionStage<NamespaceEntry> made(Tenant tenant, String name) {
    String workspaceId = tenant.workspace().id();
    if (tenant.namespaces() >= MOST) {
      throw Problem.tooManyNamespaces(MOST);
    }
    if (!directory.hasMemoryFor(workspaceId, name)) {
      return foundDespiteFullMemory(workspaceId, name);
    }
    Namespace unsaved = Namespace.unsaved(workspaceId, name);
    return registry
        .createNamespace(workspaceId, name)
        .toCompletableFuture()
        .copy() // whoever made the answer keeps it whole
        .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .handle((made, failure) -> {
          if (failure != null) {
            registry.saveLater(unsaved);
          }
          return directory.apply(failure == null ? made : unsaved);
        });
  }

  /** There may be one that was left out of memory: it is counted in, without its overrides. But none is made. */
  private CompletionStage<NamespaceEntry> foundDespiteFullMemory(String workspaceId, String name) {
    return registry.findNamespace(workspaceId, name).thenApply(found -> {
      DirectoryUsage usage = directory.budget().of(workspaceId);
      return directory.apply(found.orElseThrow(
          () -> Problem.tooManyNamespaces(usage.usedBytes(), usage.ceilingBytes())));
    });
  }

  /** The namespace, if it lives. */
  CompletionStage<NamespaceEntry> found(Call call, String nameOrId) {
    Tenant tenant = call.caller().tenant();
    NamespaceEntry known = tenant.namespace(nameOrId);
    if (known != null) {
      return CompletableFuture.completedFuture(alive(known));
    }
    // Another server may have made it a moment ago.
    return registry
        .findNamespace(tenant.workspace().id(), nameOrId)
        .thenApply((Optional<Namespace> found) -> {
          if (found.isEmpty()) {
            throw Problem.namespaceNotFound();
          }
          return alive(directory.apply(found.get()));
        });
  }

  private static NamespaceEntry alive(NamespaceEntry entry) {
    if (entry.namespace().deleted()) {
      throw Problem.namespaceNotFound();
    }
    return entry;
  }
}
