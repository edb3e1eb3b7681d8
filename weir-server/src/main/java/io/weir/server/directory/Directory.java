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
 * All tenants' settings, in memory: what a request is judged by, without asking anybody. Safe for many threads.
 *
 * <p>States arrive in any order and any number of times; of each thing the newest is kept. Namespaces and overrides for which
 * the budget has no room are left out.
 */
public final class Directory {
  private final ConcurrentHashMap<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<KeyHash, RootKey> keys = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NamespaceEntry> namespaces = new ConcurrentHashMap<>();

  /** Bytes of a key beside its texts: records, sets, and its place in a map. */
  private static final long KEY_WEIGHT = 700;

  private final DirectoryBudget budget;

  /** Nobody is known yet, and there is no bound. */
  public Directory() {
    this(DirectoryBudget.unlimited());
  }

  /** Nobody is known yet. */
  public Directory(DirectoryBudget budget) {
    this.budget = budget;
  }

  /** How much memory it may take, and takes. */
  public DirectoryBudget budget() {
    return budget;
  }

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
  public record DirectoryContents(
      List<RootKey> keys,
      List<Workspace> workspaces,
      List<Namespace> namespaces,
      List<LimitOverride> overrides) {}

  /** Everything that came from the shared store. Keys first: a key that is here was preceded by its workspace. */
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

  /** Learns a state of a workspace. */
  public void apply(Workspace workspace) {
    tenantOf(workspace.id()).apply(workspace);
  }

  /** Learns a state of a key. */
  public void apply(RootKey key) {
    keys.merge(key.hash(), counted(key), (known, told) -> {
      boolean isNews = told.revision() > known.revision();
      release(isNews ? known : told);
      return isNews ? told : known;
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

  /** Whether there is memory for one more namespace of this name. */
  public boolean hasMemoryFor(String workspaceId, String name) {
    return budget.of(workspaceId).hasRoomFor(NamespaceEntry.weightOf(name));
  }

  /** Learns a state of a namespace. Without room for it, the answer is one that is in no directory: it has no overrides. */
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

  /** The workspace of the namespace with this id; empty if the namespace is not in memory. */
  public String ownerOf(String namespaceId) {
    NamespaceEntry entry = namespaces.get(namespaceId);
    return entry == null ? "" : entry.namespace().workspaceId();
  }

  /** Learns a state of an override. */
  public void apply(LimitOverride override) {
    NamespaceEntry entry = namespaces.get(override.namespaceId());
    if (entry != null) {
      entry.applyAll(List.of(override), false);
    }
  }

  /** Learns states of many namespaces, and counts those that are left out. */
  public void loadNamespaces(Collection<Namespace> told) {
    for (Namespace each : told) {
      apply(each);
      if (!namespaces.containsKey(each.id())) {
        budget.of(each.workspaceId()).recordLeftOut(EntryKind.NAMESPACE);
      }
    }
  }

  /**
   * Learns states of many overrides at once, which costs less than one by one, and counts those that are left out.
   *
   * @param isEverything whether they are a part of everything there is: then deleted ones that nobody knew are no news
   */
  public void loadOverrides(Collection<LimitOverride> told, boolean isEverything) {
    Map<String, List<LimitOverride>> byNamespace =
        told.stream().collect(Collectors.groupingBy(LimitOverride::namespaceId));
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
   * Forgets every state that is not newer than this revision, except of what was never saved: those who replace the shared
   * store by another have told everything that it holds under newer revisions.
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

  /** Forgets deleted overrides up to this revision: nobody will tell an older state of them any more. */
  public void forgetDeletedUpTo(long revision) {
    namespaces.values().forEach(entry -> entry.forgetDeletedOverridesUpTo(revision));
  }

  private Tenant tenantOf(String workspaceId) {
    return tenants.computeIfAbsent(workspaceId, id -> new Tenant());
  }
}
