// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A namespace with its overrides, in memory. */
public final class NamespaceEntry {
  /** Null while only overrides of it were heard of. Written under this object's lock. */
  private volatile @Nullable Namespace namespace;

  /** Written under this object's lock. */
  private volatile OverrideTable overrides = OverrideTable.EMPTY;

  /** So many are copied with each change of one of them. */
  public static final int MOST_OVERRIDES = 100_000;

  /** So many are tried on an identifier, one after the other, before it is clear that none applies. */
  public static final int MOST_PATTERNS = 1_000;

  NamespaceEntry() {}

  /** The namespace as it is now. */
  public Namespace namespace() {
    Namespace known = namespace;
    if (known == null) {
      throw new IllegalStateException("this namespace was never heard of");
    }
    return known;
  }

  /** Whether there is room for an override of this identifier: there is one, or there are few enough. */
  public boolean hasRoomFor(String identifier) {
    OverrideTable table = overrides;
    boolean isFull = IdentifierPattern.hasStar(identifier) && table.patterns() >= MOST_PATTERNS;
    return table.has(identifier) || (table.size() < MOST_OVERRIDES && !isFull);
  }

  /** The override that applies to an identifier; null when none does. */
  public @Nullable LimitOverride override(String identifier) {
    return overrides.match(identifier);
  }

  synchronized void apply(Namespace told) {
    Namespace known = namespace;
    if (known == null || told.revision() > known.revision()) {
      namespace = told;
    }
  }

  synchronized void apply(LimitOverride told) {
    overrides = overrides.with(told);
  }

  synchronized void applyAll(Collection<LimitOverride> told) {
    overrides = overrides.withAll(told);
  }

  synchronized void forgetOverridesUpTo(long revision) {
    overrides = overrides.newerThan(revision);
  }

  /** The namespace; null while only overrides of it were heard of. */
  @Nullable
  Namespace namespaceIfKnown() {
    return namespace;
  }

  /** Its overrides that were not deleted. */
  List<LimitOverride> liveOverrides() {
    return overrides.live();
  }

  boolean isSavedUpTo(long revision) {
    Namespace known = namespace;
    return known != null && known.revision() != Namespace.UNSAVED && known.revision() <= revision;
  }
}
