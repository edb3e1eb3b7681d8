// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A registry of the scopes of a table: those with subjects, and those that are still referenced elsewhere. */
final class ScopeRegistry {
  /** How many stale references are removed on a look-up that may add a scope: more than it can add. */
  private static final int MAX_REMOVED_PER_LOOKUP = 4;

  /** The scopes with subjects. Iteration covers these, and this map keeps them in memory. */
  private final ConcurrentHashMap<Scope.ScopeName, Scope> scopes = new ConcurrentHashMap<>();

  /** Weak references to all scopes in memory, and, until {@link #removeLost} runs, some to collected scopes. */
  private final ConcurrentHashMap<Scope.ScopeName, Scope.ScopeReference> references =
      new ConcurrentHashMap<>();

  private final ReferenceQueue<Scope> collected = new ReferenceQueue<>();

  /** The usage of each workspace that has subjects. */
  private final ConcurrentHashMap<String, SubjectEvictor.SubjectUsage> shares =
      new ConcurrentHashMap<>();

  private final SubjectTable table;

  ScopeRegistry(SubjectTable table) {
    this.table = table;
  }

  /** The scope of this name; created if necessary. */
  Scope scope(Scope.ScopeName scopeName) {
    Scope scope = scopes.get(scopeName);
    if (scope == null) {
      removeLost(MAX_REMOVED_PER_LOOKUP); // or a flood of names could outpace the agent
    }
    while (scope == null) {
      scope =
          references.compute(scopeName, this::reference).get(); // null if it was collected just now
    }
    return scope;
  }

  private Scope.ScopeReference reference(
      Scope.ScopeName scopeName, Scope.@Nullable ScopeReference scopeReference) {
    return scopeReference != null && scopeReference.get() != null
        ? scopeReference
        : new Scope.ScopeReference(new Scope(table, scopeName), collected);
  }

  /** The scope of this name, or null if it has no subjects. */
  @Nullable
  Scope findRetained(Scope.ScopeName scopeName) {
    return scopes.get(scopeName);
  }

  /** Keeps the scope in memory, and returns the usage of its workspace. */
  SubjectEvictor.SubjectUsage retain(Scope scope) {
    scopes.put(scope.name(), scope);
    return Objects.requireNonNull(shares.compute(
        scope.workspace(), (workspace, known) -> SubjectEvictor.SubjectUsage.with(scope, known)));
  }

  /** Allows the scope to be collected once no limiter references it. */
  void release(Scope scope) {
    scopes.remove(scope.name());
    shares.computeIfPresent(scope.workspace(), (workspace, known) -> known.without(scope));
  }

  /** The usage of each workspace that has subjects. */
  Collection<SubjectEvictor.SubjectUsage> shares() {
    return shares.values();
  }

  SubjectEvictor.@Nullable SubjectUsage share(String workspace) {
    return shares.get(workspace);
  }

  /** The scopes that have subjects. */
  Collection<Scope> retained() {
    return scopes.values();
  }

  /** Whether the scope stays in memory without a limiter that references it. */
  boolean isRetained(Scope scope) {
    return scopes.containsKey(scope.name());
  }

  /** Removes references to collected scopes, at most this many. */
  void removeLost(int most) {
    for (int i = 0;
        i < most && collected.poll() instanceof Scope.ScopeReference scopeReference;
        i++) {
      references.remove(scopeReference.name(), scopeReference);
    }
  }

  /** How many scopes are known, with or without subjects. */
  int size() {
    return references.size();
  }
}
