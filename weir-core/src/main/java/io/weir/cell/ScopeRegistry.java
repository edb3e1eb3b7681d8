// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The scopes of a table: those that have subjects, and those that somebody still holds. */
final class ScopeRegistry {
  /** Traces of lost scopes that are removed whenever a scope may be new: more than are added. */
  private static final int MAX_REMOVED_PER_LOOKUP = 4;

  /** The scopes that have subjects: what is walked, and what keeps them in memory. */
  private final ConcurrentHashMap<Scope.ScopeName, Scope> scopes = new ConcurrentHashMap<>();

  /** Every scope that anybody holds, and, until {@link #removeLost} runs, some that nobody does. */
  private final ConcurrentHashMap<Scope.ScopeName, Scope.ScopeReference> references =
      new ConcurrentHashMap<>();

  private final ReferenceQueue<Scope> collected = new ReferenceQueue<>();

  /** The workspaces that have subjects. */
  private final ConcurrentHashMap<String, SubjectEvictor.SubjectUsage> shares =
      new ConcurrentHashMap<>();

  private final SubjectTable table;

  ScopeRegistry(SubjectTable table) {
    this.table = table;
  }

  /** The scope of this name, made if need be. */
  Scope scope(Scope.ScopeName scopeName) {
    Scope scope = scopes.get(scopeName);
    if (scope == null) {
      removeLost(MAX_REMOVED_PER_LOOKUP); // or a flood of names could outrun the agent
    }
    while (scope == null) {
      scope =
          references.compute(scopeName, this::reference).get(); // null if it was let go of just now
    }
    return scope;
  }

  private Scope.ScopeReference reference(
      Scope.ScopeName scopeName, Scope.@Nullable ScopeReference scopeReference) {
    return scopeReference != null && scopeReference.get() != null
        ? scopeReference
        : new Scope.ScopeReference(new Scope(table, scopeName), collected);
  }

  /** The scope of this name if it has subjects. */
  @Nullable
  Scope findRetained(Scope.ScopeName scopeName) {
    return scopes.get(scopeName);
  }

  /** Keeps the scope, and returns its workspace's share. */
  SubjectEvictor.SubjectUsage retain(Scope scope) {
    scopes.put(scope.name(), scope);
    return Objects.requireNonNull(shares.compute(
        scope.workspace(), (workspace, known) -> SubjectEvictor.SubjectUsage.with(scope, known)));
  }

  /** Lets the scope go as soon as no limiter holds it. */
  void release(Scope scope) {
    scopes.remove(scope.name());
    shares.computeIfPresent(scope.workspace(), (workspace, known) -> known.without(scope));
  }

  /** The workspaces that have subjects. */
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

  /** Whether the scope stays when no limiter holds it. */
  boolean isRetained(Scope scope) {
    return scopes.containsKey(scope.name());
  }

  /** Removes traces of scopes that nobody holds any more, up to so many. */
  void removeLost(int most) {
    for (int i = 0;
        i < most && collected.poll() instanceof Scope.ScopeReference scopeReference;
        i++) {
      references.remove(scopeReference.name(), scopeReference);
    }
  }

  /** How many scopes are known, with subjects or without. */
  int size() {
    return references.size();
  }
}
