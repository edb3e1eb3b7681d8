// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
import io.weir.server.directory.budget.DirectoryUsage;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A namespace with its overrides, in memory. */
public final class NamespaceEntry {
  /** The maximum number of overrides: more than anyone needs, and few enough to list. */
  public static final int MAX_OVERRIDES = 100_000;

  /**
   * The maximum number of patterns. All of them are searched at once, and sorted again whenever one of them changes.
   */
  public static final int MAX_PATTERNS = 1_000;

  /** The size of a namespace besides its name, in bytes: records, ids, and its entries in three maps. */
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

  /** Returns the approximate size in bytes of a namespace of this name, without its overrides. */
  static long weightOf(String name) {
    return FIXED_WEIGHT + 2L * name.length();
  }

  /** Returns the current state of the namespace. */
  public Namespace namespace() {
    return namespace;
  }

  /** Returns whether an override of this identifier may be set: it exists, or there are few enough overrides. */
  public boolean hasRoomFor(String identifier) {
    boolean isFull = IdentifierPattern.hasStar(identifier) && overrides.patterns() >= MAX_PATTERNS;
    return overrides.has(identifier) || (overrides.size() < MAX_OVERRIDES && !isFull);
  }

  /** Returns whether there is memory for an override of this identifier. */
  public boolean hasMemoryFor(String identifier) {
    return overrides.has(identifier) || usage.hasRoomFor(OverrideIndex.weightOf(identifier));
  }

  /** Returns its workspace's share of the directory's memory. */
  public DirectoryUsage usage() {
    return usage;
  }

  /** Returns the override that applies to an identifier; null if none does. */
  public @Nullable LimitOverride override(String identifier) {
    return overrides.match(identifier);
  }

  /**
   * Returns how many steps it takes at most to find an identifier's override, in addition to reading the identifier.
   */
  public int overrideSteps() {
    return overrides.patternSteps();
  }

  synchronized void apply(Namespace received) {
    if (received.revision() > namespace.revision()) {
      namespace = received;
    }
  }

  int applyAll(Collection<LimitOverride> received, boolean isEverything) {
    return overrides.applyAll(received, isEverything);
  }

  void forgetOverridesUpTo(long revision) {
    overrides.forgetUpTo(revision);
  }

  void forgetDeletedOverridesUpTo(long revision) {
    overrides.forgetDeletedUpTo(revision);
  }

  /** Releases the memory of this entry. No state is applied to it afterwards. */
  void release() {
    overrides.forgetUpTo(Long.MAX_VALUE);
    usage.release(weightOf(namespace.name()));
  }

  /** Returns its overrides. */
  List<LimitOverride> overrides() {
    return overrides.all();
  }

  boolean isSavedUpTo(long revision) {
    Namespace known = namespace;
    return known.revision() != Namespace.UNSAVED && known.revision() <= revision;
  }
}
