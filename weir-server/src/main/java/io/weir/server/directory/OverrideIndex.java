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

/** The overrides of a namespace, indexed to find the one that applies to an identifier. Thread-safe. */
final class OverrideIndex {
  /*
   * An override with exactly the identifier's text takes precedence, even if the text contains stars. Next is the
   * pattern that a PatternSet finds. So the precedence is the same on every server and in embedded limiters, and does
   * not depend on when something was set.
   *
   * An override with a star is put into the map before its pattern is added, and removed after its pattern. So a
   * reader finds an override for every pattern, or sees that the patterns have changed meanwhile.
   */

  /** The size of an override besides its identifier, in bytes: a record, three texts, an entry of a map. */
  private static final long FIXED_WEIGHT = 360;

  /** The size of the record of a deleted override, in bytes. */
  private static final long DELETED_WEIGHT = 180;

  /** The workspace's memory that this index uses. */
  private final DirectoryUsage usage;

  /** Live overrides by identifier. Written under this object's lock. */
  private final PatternTable<LimitOverride> live = new PatternTable<>();

  /**
   * The revisions of deleted overrides by id, so that an older state is not applied again. Guarded by this object's
   * lock.
   */
  private final Map<String, Long> deleted = new HashMap<>(0);

  OverrideIndex(DirectoryUsage usage) {
    this.usage = usage;
  }

  /** Returns the approximate size in bytes of an override of this identifier. */
  static long weightOf(String identifier) {
    long plain = FIXED_WEIGHT + 2L * identifier.length();
    return IdentifierPattern.hasStar(identifier) ? plain + PatternSet.weightOf(identifier) : plain;
  }

  /** Returns the number of overrides. */
  int size() {
    return live.size();
  }

  /** Returns all overrides. */
  List<LimitOverride> all() {
    return List.copyOf(live.values());
  }

  /** Returns the number of overrides with a star. */
  int patterns() {
    return live.patterns();
  }

  /** Returns how many steps a match may take in addition to reading the identifier. */
  int patternSteps() {
    return live.patternSteps();
  }

  boolean has(String identifier) {
    return live.get(identifier) != null;
  }

  /**
   * Applies these states unless newer ones are known. Returns for how many there was no room.
   *
   * @param isEverything whether they are part of a complete load: then deleted overrides that were not known need not
   *     be remembered
   */
  synchronized int applyAll(Collection<LimitOverride> received, boolean isEverything) {
    int leftOut = 0;
    List<LimitOverride> removed = new ArrayList<>();
    for (LimitOverride each : received) {
      if (each.revision() <= knownRevision(each)) {
        continue;
      }
      if (each.deleted()) {
        removed.add(each);
      } else if (!tryPut(each)) {
        leftOut++;
      }
    }
    removed.removeIf(this::isRevived);
    Set<String> known = new HashSet<>();
    removed.stream().map(LimitOverride::identifier).filter(this::has).forEach(known::add);
    live.removeAll(known);
    removed.forEach(each -> forget(each, known.remove(each.identifier()), isEverything));
    return leftOut;
  }

  private long knownRevision(LimitOverride received) {
    LimitOverride known = live.get(received.identifier());
    return known != null ? known.revision() : deleted.getOrDefault(received.id(), Long.MIN_VALUE);
  }

  private boolean tryPut(LimitOverride received) {
    if (!has(received.identifier()) && !usage.tryTake(weightOf(received.identifier()))) {
      return false;
    }
    if (deleted.remove(received.id()) != null) {
      usage.release(DELETED_WEIGHT);
    }
    live.put(received.identifier(), received);
    return true;
  }

  /** Whether the same news say that this deleted one is there again. */
  private boolean isRevived(LimitOverride received) {
    LimitOverride known = live.get(received.identifier());
    return known != null && known.revision() > received.revision();
  }

  /** Gives back the room of one that was live until now, if it was, and keeps its revision. */
  private void forget(LimitOverride received, boolean wasLive, boolean isEverything) {
    if (wasLive) {
      usage.release(weightOf(received.identifier()));
    }
    boolean mustRemember = !isEverything || wasLive;
    if (deleted.containsKey(received.id()) || (mustRemember && usage.tryTake(DELETED_WEIGHT))) {
      deleted.put(received.id(), received.revision());
    }
  }

  /** Removes the states up to this revision. */
  synchronized void forgetUpTo(long revision) {
    List<String> old = live.values().stream()
        .filter(each -> each.revision() <= revision)
        .map(LimitOverride::identifier)
        .toList();
    live.removeAll(old);
    old.forEach(each -> usage.release(weightOf(each)));
    forgetDeletedUpTo(revision);
  }

  /** Removes the records of deleted overrides up to this revision: no older state of them can arrive any more. */
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
