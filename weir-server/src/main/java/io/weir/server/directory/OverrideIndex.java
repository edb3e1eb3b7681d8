// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.pattern.IdentifierPattern;
import io.weir.pattern.PatternSet;
import io.weir.server.directory.budget.DirectoryUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The overrides of a namespace, and which of them applies to whom. Safe for many threads. */
final class OverrideIndex {
  /*
   * An override with exactly the identifier's text comes first, also when the text has stars in it. Then the pattern that a
   * PatternSet finds. So the order is the same on every server and in embedded limiters, and does not depend on when something
   * was set.
   *
   * An override with a star is in the map before the patterns know of it, and until they no longer do: whoever reads finds one
   * for every pattern, or patterns that have changed meanwhile.
   */

  /** Bytes of an override beside its identifier: a record, three texts, an entry of a map. */
  private static final long FIXED_WEIGHT = 360;

  /** Bytes of what is known of a deleted one. */
  private static final long DELETED_WEIGHT = 180;

  /** What this takes of its workspace's memory. */
  private final DirectoryUsage usage;

  /** By identifier. Written under this object's lock. */
  private final ConcurrentHashMap<String, LimitOverride> live = new ConcurrentHashMap<>();

  /** The revisions of deleted ones by their ids, so that older states are not taken for news. Guarded by this object's lock. */
  private final Map<String, Long> deleted = new HashMap<>(0);

  /** Identifiers of live ones with a star. Guarded by this object's lock. */
  private final Set<String> patternTexts = new HashSet<>(0);

  /** The same, ready to be searched. Written under this object's lock. */
  private volatile PatternSet patterns = PatternSet.EMPTY;

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
    return patterns.size();
  }

  /** How many steps a match may take beside those of reading the identifier. */
  int patternSteps() {
    return patterns.steps();
  }

  boolean has(String identifier) {
    return live.containsKey(identifier);
  }

  /**
   * Takes these states in, but for those of which it has newer ones. Gives how many there was no room for.
   *
   * @param isEverything whether they are a part of everything there is: then deleted ones that nobody knew are no news
   */
  synchronized int applyAll(Collection<LimitOverride> told, boolean isEverything) {
    int leftOut = 0;
    boolean isRestarred = false;
    List<LimitOverride> gone = new ArrayList<>();
    for (LimitOverride each : told) {
      if (each.revision() <= knownRevision(each)) {
        continue;
      }
      if (each.deleted()) {
        isRestarred |= patternTexts.remove(each.identifier());
        gone.add(each);
      } else if (put(each)) {
        isRestarred |=
            IdentifierPattern.hasStar(each.identifier()) && patternTexts.add(each.identifier());
      } else {
        leftOut++;
      }
    }
    if (isRestarred) {
      patterns = PatternSet.of(patternTexts);
    }
    gone.forEach(each -> remove(each, isEverything));
    return leftOut;
  }

  private long knownRevision(LimitOverride told) {
    LimitOverride known = live.get(told.identifier());
    return known != null ? known.revision() : deleted.getOrDefault(told.id(), Long.MIN_VALUE);
  }

  private boolean put(LimitOverride told) {
    if (!live.containsKey(told.identifier()) && !usage.tryTake(weightOf(told.identifier()))) {
      return false;
    }
    if (deleted.remove(told.id()) != null) {
      usage.release(DELETED_WEIGHT);
    }
    live.put(told.identifier(), told);
    return true;
  }

  private void remove(LimitOverride told, boolean isEverything) {
    LimitOverride known = live.get(told.identifier());
    if (known != null && known.revision() > told.revision()) {
      return; // revived by the same news
    }
    boolean isNews = !isEverything || known != null;
    if (known != null) {
      live.remove(told.identifier());
      usage.release(weightOf(told.identifier()));
    }
    if (deleted.containsKey(told.id()) || (isNews && usage.tryTake(DELETED_WEIGHT))) {
      deleted.put(told.id(), told.revision());
    }
  }

  /** Forgets the states up to this revision. */
  synchronized void forgetUpTo(long revision) {
    if (patternTexts.removeIf(each -> isUpTo(revision, live.get(each)))) {
      patterns = PatternSet.of(patternTexts);
    }
    live.values().removeIf(each -> {
      boolean isOld = each.revision() <= revision;
      if (isOld) {
        usage.release(weightOf(each.identifier()));
      }
      return isOld;
    });
    forgetDeletedUpTo(revision);
  }

  private static boolean isUpTo(long revision, @Nullable LimitOverride override) {
    return override == null || override.revision() <= revision;
  }

  /** Forgets the deleted ones up to this revision: nobody will tell an older state of them. */
  synchronized void forgetDeletedUpTo(long revision) {
    int before = deleted.size();
    deleted.values().removeIf(each -> each <= revision);
    usage.release(DELETED_WEIGHT * (before - deleted.size()));
  }

  @Nullable
  LimitOverride match(String identifier) {
    LimitOverride exact = live.get(identifier);
    if (exact != null) {
      return exact;
    }
    PatternSet searched;
    LimitOverride found;
    do {
      searched = patterns;
      String pattern = searched.match(identifier);
      if (pattern == null) {
        return null;
      }
      found = live.get(pattern);
    } while (found == null && searched != patterns);
    return found;
  }
}
