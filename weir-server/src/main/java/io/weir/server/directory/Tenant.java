// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A workspace with its namespaces, in memory. */
public final class Tenant {
  private final ConcurrentHashMap<String, NamespaceEntry> byName = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NamespaceEntry> byId = new ConcurrentHashMap<>();

  /** Null until the workspace itself was received. Written under this object's lock. */
  private volatile @Nullable Workspace workspace;

  Tenant() {}

  boolean isKnown() {
    return workspace != null;
  }

  /** Returns the workspace; null until it was received. */
  @Nullable
  Workspace workspaceIfKnown() {
    return workspace;
  }

  /** Returns the current state of the workspace. */
  public Workspace workspace() {
    Workspace known = workspace;
    if (known == null) {
      throw new IllegalStateException("unknown workspace");
    }
    return known;
  }

  /** Returns the namespace with this name or id, deleted or not; null if this server knows none. */
  public @Nullable NamespaceEntry namespace(String nameOrId) {
    NamespaceEntry named = byName.get(nameOrId);
    return named != null ? named : byId.get(nameOrId);
  }

  /** Returns how many namespaces of this workspace the server knows. */
  public int namespaces() {
    return byName.size();
  }

  synchronized void apply(Workspace received) {
    Workspace known = workspace;
    if (known == null || received.revision() > known.revision()) {
      workspace = received;
    }
  }

  /**
   * Removes the states up to this revision. A namespace leaves this workspace; a request for it reads it from the
   * store again.
   */
  synchronized void forgetUpTo(long revision) {
    Workspace known = workspace;
    if (known != null && known.revision() != Workspace.UNSAVED && known.revision() <= revision) {
      workspace = null;
    }
    byName.values().removeIf(entry -> entry.isSavedUpTo(revision));
    byId.values().removeIf(entry -> entry.isSavedUpTo(revision));
  }

  void add(Namespace namespace, NamespaceEntry entry) {
    byName.put(namespace.name(), entry);
    byId.put(namespace.id(), entry);
  }
}
