// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All tenants' settings, in memory: what a request is judged by, without asking anybody. Safe for many threads.
 *
 * <p>States arrive in any order and any number of times; of each thing the newest is kept.
 */
public final class Directory {
  private final ConcurrentHashMap<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<KeyHash, RootKey> keys = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NamespaceEntry> namespaces = new ConcurrentHashMap<>();

  /** Nobody is known yet. */
  public Directory() {}

  /** The tenant with this id; null when there is none. */
  public @Nullable Tenant tenant(String workspaceId) {
    Tenant tenant = tenants.get(workspaceId);
    return tenant != null && tenant.isKnown() ? tenant : null;
  }

  /** The key with this hash, revoked or not; null when there never was one. */
  public @Nullable RootKey key(KeyHash hash) {
    return keys.get(hash);
  }

  /** Whether there is any key, revoked or not. */
  public boolean hasKeys() {
    return !keys.isEmpty();
  }

  /**
   * What is in the directory and in the shared store.
   *
   * @param keys all of them, revoked ones too
   * @param workspaces all of them
   * @param namespaces all of them, deleted ones too: their names stay taken
   * @param overrides those that were not deleted
   */
  public record Contents(
      List<RootKey> keys,
      List<Workspace> workspaces,
      List<Namespace> namespaces,
      List<LimitOverride> overrides) {}

  /** Everything that came from the shared store. Keys first: a key that is here was preceded by its workspace. */
  public Contents contents() {
    List<RootKey> allKeys =
        keys.values().stream().filter(key -> key.revision() != RootKey.UNSAVED).toList();
    List<Workspace> allWorkspaces = tenants.values().stream()
        .map(Tenant::workspaceIfKnown)
        .flatMap(Stream::ofNullable)
        .filter(workspace -> workspace.revision() != Workspace.UNSAVED)
        .toList();
    List<Namespace> allNamespaces = new ArrayList<>();
    List<LimitOverride> allOverrides = new ArrayList<>();
    for (NamespaceEntry entry : namespaces.values()) {
      Namespace namespace = entry.namespaceIfKnown();
      if (namespace != null && namespace.revision() != Namespace.UNSAVED) {
        allNamespaces.add(namespace);
        allOverrides.addAll(entry.liveOverrides());
      }
    }
    return new Contents(allKeys, allWorkspaces, allNamespaces, allOverrides);
  }

  /** Learns a state of a workspace. */
  public void apply(Workspace workspace) {
    tenantOf(workspace.id()).apply(workspace);
  }

  /** Learns a state of a key. */
  public void apply(RootKey key) {
    keys.merge(key.hash(), key, (known, told) -> told.revision() > known.revision() ? told : known);
  }

  /** Learns a state of a namespace. */
  public NamespaceEntry apply(Namespace namespace) {
    NamespaceEntry entry = entryOf(namespace.id());
    entry.apply(namespace);
    tenantOf(namespace.workspaceId()).add(namespace, entry);
    return entry;
  }

  /** Learns a state of an override. */
  public void apply(LimitOverride override) {
    entryOf(override.namespaceId()).apply(override);
  }

  /** Learns states of many overrides at once, which costs less than one by one. */
  public void applyAll(Collection<LimitOverride> overrides) {
    overrides.stream()
        .collect(Collectors.groupingBy(LimitOverride::namespaceId))
        .forEach((namespaceId, told) -> entryOf(namespaceId).applyAll(told));
  }

  /**
   * Forgets every state that is not newer than this revision, except of what was never saved: those who replace the shared
   * store by another have told everything that it holds under newer revisions.
   */
  public void forgetUpTo(long revision) {
    keys.values().removeIf(key -> key.revision() != RootKey.UNSAVED && key.revision() <= revision);
    tenants.values().forEach(tenant -> tenant.forgetUpTo(revision));
    namespaces.values().removeIf(entry -> entry.isSavedUpTo(revision));
    namespaces.values().forEach(entry -> entry.forgetOverridesUpTo(revision));
  }

  private Tenant tenantOf(String workspaceId) {
    return tenants.computeIfAbsent(workspaceId, id -> new Tenant());
  }

  private NamespaceEntry entryOf(String namespaceId) {
    return namespaces.computeIfAbsent(namespaceId, id -> new NamespaceEntry());
  }
}
