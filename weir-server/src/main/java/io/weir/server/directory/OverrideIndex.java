// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
import io.weir.pattern.PatternSet;
import io.weir.pattern.PatternTable;
import io.weir.server.directory.budget.DirectoryUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The overrides of a namespace, and which of them applies to whom. Safe for many threads. */
final class OverrideIndex {
  /** Bytes of an override beside its identifier: a record, three texts, an entry of a map. */
  private static final long FIXED_WEIGHT = 360;

  /** Bytes of what is known of a deleted one. */
  private static final long DELETED_WEIGHT = 180;

  /** What this takes of its workspace's memory. */
  private final DirectoryUsage usage;

  /** By identifier. Written under this object's lock. */
  private final PatternTable<LimitOverride> live = new PatternTable<>();

  /** The revisions of deleted ones by their ids, so that older states are not taken for news. Guarded by this object's lock. */
  private final Map<String, Long> deleted = new HashMap<>(0);

  OverrideIndex(DirectoryUsage usage) {
    this.usage = usage;
  }

  /** How many bytes an override of this identifier takes, about. */
  static long weightOf(String identifier) {
    long plain = FIXED_WEIGHT + 2L * identifier.length();
    return IdentifierPattern.hasStar(identifier) ? plain + PatternSet.weightOf(identifier) : plain;
  }

  /** How many there are. */
  int size() {
    return live.size();
  }

  /** All of them. */
  List<LimitOverride> all() {
    return List.copyOf(live.values());
  }

  /** How many have a star. */
  int patterns() {
    return live.patterns();
  }

  /** How many steps a match may take beside those of reading the identifier. */
  int patternSteps() {
    return live.patternSteps();
  }

  boolean has(String identifier) {
    return live.get(identifier) != null;
  }

  /**
   * Takes these states in, but for those of which it has newer ones. Gives how many there was no room for.
   *
   * @param isEverything whether they are a part of everything there is: then deleted ones that nobody knew are no news
   */
  synchronized int applyAll(Collection<LimitOverride> told, boolean isEverything) {
    int leftOut = 0;
    List<LimitOverride> gone = new ArrayList<>();
    for (LimitOverride each : told) {
      if (each.revision() <= knownRevision(each)) {
        continue;
      }
      if (each.deleted()) {
        gone.add(each);
      } else if (!tryPut(each)) {
        leftOut++;
      }
    }
    gone.removeIf(this::isRevived);
    Set<String> known = new HashSet<>();
    gone.stream().map(LimitOverride::identifier).filter(this::has).forEach(known::add);
    live.removeAll(known);
    gone.forEach(each -> forget(each, known.remove(each.identifier()), isEverything));
    return leftOut;
  }

  private long knownRevision(LimitOverride told) {
    LimitOverride known = live.get(told.identifier());
    return known != null ? known.revision() : deleted.getOrDefault(told.id(), Long.MIN_VALUE);
  }

  private boolean tryPut(LimitOverride told) {
    if (!has(told.identifier()) && !usage.tryTake(weightOf(told.identifier()))) {
      return false;
    }
    if (deleted.remove(told.id()) != null) {
      usage.release(DELETED_WEIGHT);
    }
    live.put(told.identifier(), told);
    return true;
  }

  /** Whether the same news say that this deleted one is there again. */
  private boolean isRevived(LimitOverride told) {
    LimitOverride known = live.get(told.identifier());
    return known != null && known.revision() > told.revision();
  }

  /** Gives back the room of one that was live until now, if it was, and keeps its revision. */
  private void forget(LimitOverride told, boolean wasLive, boolean isEverything) {
    if (wasLive) {
      usage.release(weightOf(told.identifier()));
    }
    boolean isNews = !isEverything || wasLive;
    if (deleted.containsKey(told.id()) || (isNews && usage.tryTake(DELETED_WEIGHT))) {
      deleted.put(told.id(), told.revision());
    }
  }

  /** Forgets the states up to this revision. */
  synchronized void forgetUpTo(long revision) {
    List<String> old = live.values().stream()
        .filter(each -> each.revision() <= revision)
        .map(LimitOverride::identifier)
        .toList();
    live.removeAll(old);
    old.forEach(each -> usage.release(weightOf(each)));
    forgetDeletedUpTo(revision);
  }

  /** Forgets the deleted ones up to this revision: nobody will tell an older state of them. */
  synchronized void forgetDeletedUpTo(long revision) {
    int before = deleted.size();
    deleted.values().removeIf(each -> each <= revision);
    usage.release(DELETED_WEIGHT * (before - deleted.size()));
  }

  @Nullable
  LimitOverride match(String identifier) {
    return live.match(identifier);
  }
}
