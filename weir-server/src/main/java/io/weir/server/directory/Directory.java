// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The in-memory settings of all tenants, which every request is checked against without asking a store. Thread-safe.
 *
 * <p>States may arrive in any order and any number of times; of each item, the newest state is kept. Namespaces and
 * overrides that do not fit into the budget are left out.
 */
public final class Directory {
  private final ConcurrentHashMap<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<KeyHash, RootKey> keys = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NamespaceEntry> namespaces = new ConcurrentHashMap<>();

  /** The size of a key besides its texts, in bytes: records, sets, and its entry in a map. */
  private static final long KEY_WEIGHT = 700;

  private final DirectoryBudget budget;

  /** Creates an empty directory without a memory limit. */
  public Directory() {
    this(DirectoryBudget.unlimited());
  }

  /** Creates an empty directory with this memory budget. */
  public Directory(DirectoryBudget budget) {
    this.budget = budget;
  }

  /** Returns the memory budget of the directory. */
  public DirectoryBudget budget() {
    return budget;
  }

  /** Returns the tenant with this id; null if there is none. */
  public @Nullable Tenant tenant(String workspaceId) {
    Tenant tenant = tenants.get(workspaceId);
    return tenant != null && tenant.isKnown() ? tenant : null;
  }

  /** Returns the key with this hash, revoked or not; null if there never was one. */
  public @Nullable RootKey key(KeyHash hash) {
    return keys.get(hash);
  }

  /** Returns whether there is any key, revoked or not. */
  public boolean hasKeys() {
    return !keys.isEmpty();
  }

  /**
   * The part of the directory that is also in the shared store.
   *
   * @param keys all keys, including revoked ones
   * @param workspaces all workspaces
   * @param namespaces all namespaces, including deleted ones, because their names cannot be reused
   * @param overrides all overrides that are not deleted
   */
  public record DirectoryContents(
      List<RootKey> keys,
      List<Workspace> workspaces,
      List<Namespace> namespaces,
      List<LimitOverride> overrides) {}

  /**
   * Returns everything that came from the shared store. Keys are copied first: a key's workspace was added before it.
   */
  public DirectoryContents contents() {
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
      Namespace namespace = entry.namespace();
      if (namespace.revision() != Namespace.UNSAVED) {
        allNamespaces.add(namespace);
        allOverrides.addAll(entry.overrides());
      }
    }
    return new DirectoryContents(allKeys, allWorkspaces, allNamespaces, allOverrides);
  }

  /** Applies a state of a workspace. */
  public void apply(Workspace workspace) {
    tenantOf(workspace.id()).apply(workspace);
  }

  /** Applies a state of a key. */
  public void apply(RootKey key) {
    keys.merge(key.hash(), counted(key), (known, received) -> {
      boolean isNewer = received.revision() > known.revision();
      release(isNewer ? known : received);
      return isNewer ? received : known;
    });
  }

  private RootKey counted(RootKey key) {
    budget.of(key.workspaceId()).take(weightOf(key));
    return key;
  }

  private void release(RootKey key) {
    budget.of(key.workspaceId()).release(weightOf(key));
  }

  private static long weightOf(RootKey key) {
    long texts = key.name().length();
    for (String permission : key.permissions()) {
      texts += permission.length();
    }
    return KEY_WEIGHT + 2 * texts;
  }

  /** Returns whether there is memory for another namespace of this name. */
  public boolean hasMemoryFor(String workspaceId, String name) {
    return budget.of(workspaceId).hasRoomFor(NamespaceEntry.weightOf(name));
  }

  /**
   * Applies a state of a namespace. If there is no room for it, returns an entry that is in no directory and has no
   * overrides.
   */
  public NamespaceEntry apply(Namespace namespace) {
    NamespaceEntry known = namespaces.get(namespace.id());
    NamespaceEntry entry = known == null ? add(namespace) : known;
    entry.apply(namespace);
    return entry;
  }

  private synchronized NamespaceEntry add(Namespace namespace) {
    NamespaceEntry known = namespaces.get(namespace.id());
    if (known != null) {
      return known;
    }
    DirectoryUsage usage = budget.of(namespace.workspaceId());
    NamespaceEntry entry = new NamespaceEntry(namespace, usage);
    if (usage.tryTake(NamespaceEntry.weightOf(namespace.name()))) {
      namespaces.put(namespace.id(), entry);
      tenantOf(namespace.workspaceId()).add(namespace, entry);
    }
    return entry;
  }

  /** Returns the workspace of the namespace with this id; empty if the namespace is not in memory. */
  public String ownerOf(String namespaceId) {
    NamespaceEntry entry = namespaces.get(namespaceId);
    return entry == null ? "" : entry.namespace().workspaceId();
  }

  /** Applies a state of an override. */
  public void apply(LimitOverride override) {
    NamespaceEntry entry = namespaces.get(override.namespaceId());
    if (entry != null) {
      entry.applyAll(List.of(override), false);
    }
  }

  /** Applies states of many namespaces, and counts those that are left out. */
  public void loadNamespaces(Collection<Namespace> received) {
    for (Namespace each : received) {
      apply(each);
      if (!namespaces.containsKey(each.id())) {
        budget.of(each.workspaceId()).recordLeftOut(EntryKind.NAMESPACE);
      }
    }
  }

  /**
   * Applies states of many overrides at once, which costs less than one by one, and counts those that are left out.
   *
   * @param isEverything whether they are part of a complete load: then deleted overrides that were not known need not
   *     be remembered
   */
  public void loadOverrides(Collection<LimitOverride> received, boolean isEverything) {
    Map<String, List<LimitOverride>> byNamespace =
        received.stream().collect(Collectors.groupingBy(LimitOverride::namespaceId));
    byNamespace.forEach((namespaceId, overrides) -> {
      NamespaceEntry entry = namespaces.get(namespaceId);
      if (entry == null) {
        overrides.stream()
            .filter(each -> !each.deleted())
            .forEach(each -> budget.recordLeftOut(EntryKind.OVERRIDE));
      } else {
        entry.usage().recordLeftOut(EntryKind.OVERRIDE, entry.applyAll(overrides, isEverything));
      }
    });
  }

  /**
   * Removes every state whose revision is not newer than this one, except those that were never saved. Called after
   * the shared store was replaced by another, when everything that the new store contains has been applied under
   * newer revisions.
   */
  public void forgetUpTo(long revision) {
    keys.values().removeIf(key -> {
      boolean isOld = key.revision() != RootKey.UNSAVED && key.revision() <= revision;
      if (isOld) {
        release(key);
      }
      return isOld;
    });
    tenants.values().forEach(tenant -> tenant.forgetUpTo(revision));
    namespaces.values().removeIf(entry -> {
      boolean isOld = entry.isSavedUpTo(revision);
      if (isOld) {
        entry.release();
      }
      return isOld;
    });
    namespaces.values().forEach(entry -> entry.forgetOverridesUpTo(revision));
  }

  /** Removes the records of deleted overrides up to this revision: no older state of them can arrive any more. */
  public void forgetDeletedUpTo(long revision) {
    namespaces.values().forEach(entry -> entry.forgetDeletedOverridesUpTo(revision));
  }

  private Tenant tenantOf(String workspaceId) {
    return tenants.computeIfAbsent(workspaceId, id -> new Tenant());
  }
}
