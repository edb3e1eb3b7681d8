// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A workspace with its namespaces, in memory. */
public final class Tenant {
  private final ConcurrentHashMap<String, NamespaceEntry> byName = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NamespaceEntry> byId = new ConcurrentHashMap<>();

  /** Null until the workspace itself was heard of. Written under this object's lock. */
  private volatile @Nullable Workspace workspace;

  Tenant() {}

  boolean isKnown() {
    return workspace != null;
  }

  /** The workspace; null until it was heard of. */
  @Nullable
  Workspace workspaceIfKnown() {
    return workspace;
  }

  /** The workspace as it is now. */
  public Workspace workspace() {
    Workspace known = workspace;
    if (known == null) {
      throw new IllegalStateException("unknown workspace");
    }
    return known;
  }

  /** The namespace with this name or id, deleted or not; null when this server knows of none. */
  public @Nullable NamespaceEntry namespace(String nameOrId) {
    NamespaceEntry named = byName.get(nameOrId);
    return named != null ? named : byId.get(nameOrId);
  }

  /** How many namespaces this server knows here. */
  public int namespaces() {
    return byName.size();
  }

  synchronized void apply(Workspace told) {
    Workspace known = workspace;
    if (known == null || told.revision() > known.revision()) {
      workspace = told;
    }
  }

  /** What the directory forgets. A namespace leaves this workspace; who asks for it again gets it from the store. */
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
