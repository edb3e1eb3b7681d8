// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.memory.HeaviestFinder;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the subjects below their memory ceiling: a thread that would exceed it with a new subject first evicts a few
 * less important ones.
 */
final class SubjectEvictor {
  /*
   * The creating thread evicts, not an agent, so no flood can outrun the eviction, however threads are scheduled. It
   * evicts from the workspace that uses most: a workspace that floods the table evicts its own subjects, and a
   * workspace below an equal share loses none.
   *
   * Within the workspace it samples the next few subjects of a cyclic walk and evicts the least important: idle ones
   * first, then those that use the least of their limit. A sample instead of a perfect order, because every check
   * would have to maintain a perfect order. Random identifiers that were seen once use almost nothing of their limit,
   * so they evict each other and spare the ones that are close to being refused. Usage is capped at the whole limit: a
   * caller that asks for a lower limit afterwards gains nothing by it.
   *
   * Identifiers with consecutive numbers are neighbours in the table, so a sample may contain only important subjects.
   * So the typical usage of earlier victims is remembered: when even the least used of a sample use far more, the
   * sample is enlarged, up to a bound.
   */

  /**
   * The sample size: a subject is evicted only if fewer than {@link #EVICTED_PER_SAMPLE} of its 15 neighbours are less
   * important.
   */
  private static final int SAMPLE_SIZE = 16;

  /**
   * How many of a sample are evicted. More would weaken the choice, fewer would cost a sample for nearly every
   * creation.
   */
  private static final int EVICTED_PER_SAMPLE = 4;

  /**
   * How many samples are examined before an important subject is evicted: it bounds the cost of a single check. The
   * subjects evicted by then weigh more than the heaviest subject.
   */
  private static final int MAX_SAMPLES = 8;

  /** A usage, in thousandths of the limit, that never counts as far above typical. */
  private static final long SMALL_USAGE = 16;

  /** A fully used limit, in thousandths. */
  private static final long MAX_USAGE = 1_000;

  /**
   * The typical usage moves by this fraction (as a divisor) towards each new value, so that one unusual sample has
   * little effect.
   */
  private static final long SMOOTHING = 16;

  /**
   * How long a workspace must be without evictions before its relief is reported: a shorter time would fill the log
   * when evictions come and go.
   */
  private static final long RELIEF_MILLIS = 60_000;

  private record Candidate(Subject subject, boolean idle, long usage) {}

  private static final Comparator<Candidate> LEAST_USED_FIRST =
      Comparator.comparing((Candidate c) -> !c.idle()).thenComparingLong(Candidate::usage);

  private final SubjectTable table;
  private final SubjectTable.SubjectCapacity capacity;

  /** Finds the workspace that uses most. Guarded by this. */
  private final HeaviestFinder<SubjectUsage> heaviestFinder;

  /** Workspaces with evictions of subjects that still matter, and the time of the latest one. Guarded by this. */
  private final Map<String, Long> affected = new HashMap<>();

  /** Whether subjects that still matter are being evicted. Guarded by this. */
  private boolean evicting;

  SubjectEvictor(SubjectTable table, SubjectTable.SubjectCapacity capacity) {
    this.table = table;
    this.capacity = capacity;
    this.heaviestFinder = new HeaviestFinder<>(table.scopeRegistry()::shares, this::load);
  }

  /** What one workspace uses in the table. Exists as long as the workspace has anything there. */
  static final class SubjectUsage {
    private final SubjectTable table;
    /** By name, so that the order of the walk does not depend on object addresses. */
    private final Map<Scope.ScopeName, Scope> scopes = new ConcurrentHashMap<>();

    private final AtomicLong subjects = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** Guarded by the evictor. */
    private final SubjectExpiry.SubjectCycle iterator =
        new SubjectExpiry.SubjectCycle(scopes.values());

    /** The typical usage of evicted subjects, in thousandths of their limit, smoothed. Guarded by the evictor. */
    private long typicalUsage;

    private SubjectUsage(SubjectTable table) {
      this.table = table;
    }

    /** The usage record with this scope added. */
    static SubjectUsage with(Scope scope, @Nullable SubjectUsage known) {
      SubjectUsage subjectUsage = known == null ? new SubjectUsage(scope.table()) : known;
      subjectUsage.scopes.put(scope.name(), scope);
      return subjectUsage;
    }

    /** The usage record without this scope; null if nothing is left of it. */
    @Nullable
    SubjectUsage without(Scope scope) {
      scopes.remove(scope.name());
      return scopes.isEmpty() ? null : this;
    }

    /** Adds changes of the number of subjects and of memory, here and in the table. */
    void add(int bySubjects, long byBytes) {
      subjects.addAndGet(bySubjects);
      bytes.addAndGet(byBytes);
      table.add(bySubjects, byBytes);
    }
  }

  SubjectTable.SubjectCapacity capacity() {
    return capacity;
  }

  /** The part of the table that a workspace uses: of the number of subjects or of the memory, whichever is more. */
  private double load(SubjectUsage subjectUsage) {
    return Math.max(
        (double) subjectUsage.subjects.get() / capacity.maxSubjects(),
        (double) subjectUsage.bytes.get() / capacity.maxBytes());
  }

  /** Evicts until one more subject of this weight fits. Cheap, and without a lock, while there is room. */
  void makeRoom(Scope scope, long weight, long epochMillis) {
    long needed = weight + (scope.isEmpty() ? scope.weight() : 0);
    if (!fits(needed)) {
      evictSome(scope, needed, epochMillis);
    }
  }

  /** Makes room for an addition to a subject that is already counted. */
  void makeRoomWithin(Scope scope, long weight, long epochMillis) {
    if (weight > capacity.maxBytes() - table.bytes()) {
      evictSome(scope, weight, epochMillis);
    }
  }

  private boolean fits(long weight) {
    return table.size() < capacity.maxSubjects() && weight <= capacity.maxBytes() - table.bytes();
  }

  private synchronized void evictSome(Scope creator, long weight, long epochMillis) {
    List<Candidate> candidates = new ArrayList<>(SAMPLE_SIZE);
    SubjectUsage before = null;
    for (int samples = 1; samples <= MAX_SAMPLES && !fits(weight); samples++) {
      SubjectUsage victim = heaviestFinder.find(table.scopeRegistry().share(creator.workspace()));
      if (victim == null) {
        return;
      }
      if (victim != before) {
        candidates.clear();
        before = victim;
      }
      addSample(victim, candidates, epochMillis);
      candidates.sort(LEAST_USED_FIRST);
      evictLeastUsed(victim, candidates, samples == MAX_SAMPLES, epochMillis);
    }
  }

  /**
   * Evicts the least used subjects of a sample whose usage is not above typical; after the last sample, all of the
   * least used.
   */
  private void evictLeastUsed(
      SubjectUsage victim, List<Candidate> candidates, boolean isLast, long now) {
    // The same fraction of a table that is smaller than a sample. More if a large batch overfilled
    // it.
    long share = Math.min(EVICTED_PER_SAMPLE, candidates.size() * EVICTED_PER_SAMPLE / SAMPLE_SIZE);
    long most = Math.max(Math.max(share, 1), table.size() - capacity.maxSubjects() + 1);
    long evictableUsage = 2 * victim.typicalUsage + SMALL_USAGE;
    Iterator<Candidate> least = candidates.iterator();
    for (long examined = 0; examined < most && least.hasNext(); examined++) {
      Candidate candidate = least.next();
      if (candidate.idle() || candidate.usage() <= evictableUsage || isLast) {
        least.remove();
        evict(candidate, now);
        victim.typicalUsage += (candidate.usage() - victim.typicalUsage) / SMOOTHING;
      }
    }
  }

  private static void addSample(SubjectUsage victim, List<Candidate> candidates, long epochMillis) {
    int enough = candidates.size() + SAMPLE_SIZE;
    // A walk may end once in the middle of a sample. Ending twice means that there are no more
    // subjects.
    int ends = 0;
    while (candidates.size() < enough && ends < 2) {
      Subject subject = victim.iterator.next();
      if (subject == null) {
        ends++;
      } else {
        candidates.add(
            new Candidate(subject, subject.isIdle(epochMillis), usage(subject, epochMillis)));
      }
    }
  }

  /** How much of its lowest limit a subject uses, in thousandths, and never more than all of it. */
  private static long usage(Subject subject, long epochMillis) {
    long limit = subject.lowestLimit();
    Evaluation e = new Evaluation(limit, subject.scope().duration(), 0, epochMillis);
    subject.peek(e);
    return Math.min(MAX_USAGE, (long) ((double) e.effective() / limit * MAX_USAGE));
  }

  private void evict(Candidate candidate, long epochMillis) {
    Subject subject = candidate.subject();
    boolean retired = candidate.idle() ? subject.tryRetireIdle(epochMillis) : subject.tryRetire();
    if (!retired) {
      return; // in use by a batch or a read, or active again: examined in the next round
    }
    subject.scope().remove(subject);
    if (candidate.idle()) {
      table.observer().onEvent(Event.SUBJECT_FORGOTTEN, 1);
      return;
    }
    table.observer().onEvent(Event.SUBJECT_EVICTED, 1);
    subject.signalIfDirty();
    if (table.isKeepingEvicted()) {
      keepAsImport(subject, epochMillis);
    } else if (!table.hasOrigin()) {
      recordLostUnits(Window.plus(subject.current().count(), countOf(subject.previous())));
    }
    recordEviction(subject.scope().workspace(), epochMillis);
  }

  private void recordEviction(String workspace, long epochMillis) {
    if (!evicting) {
      evicting = true;
      table.observer().onMemoryPressure(true, table.size());
    }
    if (affected.put(workspace, epochMillis) == null) {
      table.observer().onWorkspaceEviction(workspace, true);
    }
  }

  /**
   * Keeps the subject's counts among the imports, which use less memory: there is no origin from which they could be
   * read again, or only one that does not know all of them yet and is not read again.
   */
  private void keepAsImport(Subject subject, long epochMillis) {
    long lost = Window.plus(
        lostUnits(subject.current(), epochMillis), lostUnits(subject.previous(), epochMillis));
    if (!table.hasOrigin()) {
      recordLostUnits(lost);
    }
    // A thread that found the subject retired may have read the imports before the counts were
    // there.
    Subject successor = subject.scope().find(subject.identifier());
    if (successor != null && successor != subject) {
      successor.mergeImports(successor.current());
    }
  }

  private long lostUnits(@Nullable Cell cell, long epochMillis) {
    return cell == null || table.imports().keep(cell, epochMillis) ? 0 : cell.count();
  }

  private void recordLostUnits(long units) {
    if (units > 0) {
      table.observer().onEvent(Event.UNITS_LOST_BY_EVICTION, units);
    }
  }

  private static long countOf(@Nullable Cell cell) {
    return cell == null ? 0 : cell.count();
  }

  /**
   * Reports the end of the pressure once the table is clearly below its ceiling, or a workspace had no evictions for
   * long.
   */
  synchronized void recordRelief(long epochMillis) {
    boolean isRelieved = table.size() < capacity.maxSubjects() - capacity.maxSubjects() / 10
        && table.bytes() < capacity.maxBytes() - capacity.maxBytes() / 10;
    affected.entrySet().removeIf(each -> {
      // The difference may have either sign: an eviction may be later than this instant, and much
      // later if the clock stepped back.
      long quiet = Math.abs(epochMillis - each.getValue());
      boolean isOver = isRelieved || quiet >= RELIEF_MILLIS;
      if (isOver) {
        table.observer().onWorkspaceEviction(each.getKey(), false);
      }
      return isOver;
    });
    if (evicting && isRelieved) {
      evicting = false;
      table.observer().onMemoryPressure(false, table.size());
    }
  }
}
