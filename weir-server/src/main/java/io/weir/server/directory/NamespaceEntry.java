// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
import io.weir.server.directory.budget.DirectoryUsage;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A namespace with its overrides, in memory. */
public final class NamespaceEntry {
  /** So many that nobody needs more, and that a listing ends. */
  public static final int MAX_OVERRIDES = 100_000;

  /** So many are searched at once, and put in order with each change of one of them. */
  public static final int MAX_PATTERNS = 1_000;

  /** Bytes of a namespace beside its name: records, ids, and its places in three maps. */
  private static final long FIXED_WEIGHT = 900;

  private final DirectoryUsage usage;
  private final OverrideIndex overrides;

  /** Written under this object's lock. */
  private volatile Namespace namespace;

  NamespaceEntry(Namespace namespace, DirectoryUsage usage) {
    this.namespace = namespace;
    this.usage = usage;
    this.overrides = new OverrideIndex(usage);
  }

  /** How many bytes a namespace of this name takes, about, without its overrides. */
  static long weightOf(String name) {
    return FIXED_WEIGHT + 2L * name.length();
  }

  /** The namespace as it is now. */
  public Namespace namespace() {
    return namespace;
  }

  /** Whether there may be an override of this identifier: there is one, or there are few enough. */
  public boolean hasRoomFor(String identifier) {
    boolean isFull = IdentifierPattern.hasStar(identifier) && overrides.patterns() >= MAX_PATTERNS;
    return overrides.has(identifier) || (overrides.size() < MAX_OVERRIDES && !isFull);
  }

  /** Whether there is memory for an override of this identifier. */
  public boolean hasMemoryFor(String identifier) {
    return overrides.has(identifier) || usage.hasRoomFor(OverrideIndex.weightOf(identifier));
  }

  /** What its workspace takes of the directory's memory. */
  public DirectoryUsage usage() {
    return usage;
  }

  /** The override that applies to an identifier; null when none does. */
  public @Nullable LimitOverride override(String identifier) {
    return overrides.match(identifier);
  }

  /** How many steps it takes at most to find the override of an identifier, beside those of reading it. */
  public int overrideSteps() {
    return overrides.patternSteps();
  }

  synchronized void apply(Namespace told) {
    if (told.revision() > namespace.revision()) {
      namespace = told;
    }
  }

  int applyAll(Collection<LimitOverride> told, boolean isEverything) {
    return overrides.applyAll(told, isEverything);
  }

  void forgetOverridesUpTo(long revision) {
    overrides.forgetUpTo(revision);
  }

  void forgetDeletedOverridesUpTo(long revision) {
    overrides.forgetDeletedUpTo(revision);
  }

  /** Gives back what this takes. Nothing is told to it afterwards. */
  void release() {
    overrides.forgetUpTo(Long.MAX_VALUE);
    usage.release(weightOf(namespace.name()));
  }

  /** Its overrides. */
  List<LimitOverride> overrides() {
    return overrides.all();
  }

  boolean isSavedUpTo(long revision) {
    Namespace known = namespace;
    return known.revision() != Namespace.UNSAVED && known.revision() <= revision;
  }
}
