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

/** Keeps the subjects at their ceiling: whoever creates one past it first evicts a few that matter least. */
final class SubjectEvictor {
  /*
   * The creating thread evicts, not an agent: then no flood can outrun the eviction, whatever the threads' luck. It takes
   * from the workspace that uses most, so whoever floods the table evicts his own subjects, and nobody loses any while he has
   * less than an equal share.
   *
   * There it looks at the next few subjects of a walk round the workspace and takes out the least: idle ones first, then
   * those that use the least of their limit. A sample and not a perfect order, because a perfect order would have to be
   * maintained by every check. Random identifiers that were seen once use almost nothing of their limit, so they push out
   * each other and leave the ones that are close to being refused alone. Nothing counts as more than used up: a caller who
   * asks for a lower limit afterwards gains nothing by it.
   *
   * Identifiers that are counted up stand side by side in the table, so a sample may hold nothing but subjects that
   * matter. Hence the usual use of those that went before is remembered: when even the least of a sample use far more,
   * the sample is made larger, up to a bound.
   */

  /** How many are compared: a subject goes only if fewer than {@link #EVICTED_PER_SAMPLE} of its 15 neighbours matter less. */
  private static final int SAMPLE_SIZE = 16;

  /** How many of them go. More would weaken the choice, fewer would cost a sample for nearly every creation. */
  private static final int EVICTED_PER_SAMPLE = 4;

  /**
   * How many samples are looked at before one that matters goes: a bound on what a single check may have to pay. What goes
   * by then weighs more than the heaviest subject.
   */
  private static final int MAX_SAMPLES = 8;

  /** A use, in thousandths of the limit, that is never far more than usual. */
  private static final long SMALL_USAGE = 16;

  /** A limit that is used up, in thousandths. */
  private static final long MAX_USAGE = 1_000;

  /** The usual use follows the latest this slowly, so that one odd sample does not move it. */
  private static final long SMOOTHING = 16;

  /** How long a workspace must have been left alone to be told so: shorter would fill the log where evictions come and go. */
  private static final long RELIEF_MILLIS = 60_000;

  private record Candidate(Subject subject, boolean idle, long usage) {}

  private static final Comparator<Candidate> LEAST_USED_FIRST =
      Comparator.comparing((Candidate c) -> !c.idle()).thenComparingLong(Candidate::usage);

  private final SubjectTable table;
  private final SubjectTable.SubjectCapacity capacity;

  /** Finds the workspace that uses most. Guarded by this. */
  private final HeaviestFinder<SubjectUsage> heaviestFinder;

  /** Workspaces that subjects that still matter are evicted from, and when it last happened. Guarded by this. */
  private final Map<String, Long> affected = new HashMap<>();

  /** Whether subjects that still matter are being evicted. Guarded by this. */
  private boolean evicting;

  SubjectEvictor(SubjectTable table, SubjectTable.SubjectCapacity capacity) {
    this.table = table;
    this.capacity = capacity;
    this.heaviestFinder = new HeaviestFinder<>(table.scopeRegistry()::shares, this::load);
  }

  /** What one workspace has in the table. In memory as long as it has anything there. */
  static final class SubjectUsage {
    private final SubjectTable table;
    /** By name, so that the order of the walk does not depend on where objects lie in memory. */
    private final Map<Scope.ScopeName, Scope> scopes = new ConcurrentHashMap<>();

    private final AtomicLong subjects = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** Guarded by the ceiling. */
    private final SubjectExpiry.SubjectCycle iterator =
        new SubjectExpiry.SubjectCycle(scopes.values());

    /** The use of those that went before, in thousandths of their limit, smoothed. Guarded by the ceiling. */
    private long typicalUsage;

    private SubjectUsage(SubjectTable table) {
      this.table = table;
    }

    /** The share that the scope belongs to from now on. */
    static SubjectUsage with(Scope scope, @Nullable SubjectUsage known) {
      SubjectUsage subjectUsage = known == null ? new SubjectUsage(scope.table()) : known;
      subjectUsage.scopes.put(scope.name(), scope);
      return subjectUsage;
    }

    /** The share without this scope; null if nothing is left of it. */
    @Nullable
    SubjectUsage without(Scope scope) {
      scopes.remove(scope.name());
      return scopes.isEmpty() ? null : this;
    }

    /** Counts subjects and memory that came or went, here and in the table. */
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

  /** Evicts until one more of this weight fits. Cheap, and without a lock, while there is room. */
  void makeRoom(Scope scope, long weight, long epochMillis) {
    long needed = weight + (scope.isEmpty() ? scope.weight() : 0);
    if (!fits(needed)) {
      evictSome(scope, needed, epochMillis);
    }
  }

  /** The same for what comes to a subject that is counted already. */
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

  /** Evicts those that use no more than is usual among the least; after the last sample, all of them. */
  private void evictLeastUsed(
      SubjectUsage victim, List<Candidate> candidates, boolean isLast, long now) {
    // The same share of a table that is smaller than a sample; more if a large batch overfilled it.
    long share = Math.min(EVICTED_PER_SAMPLE, candidates.size() * EVICTED_PER_SAMPLE / SAMPLE_SIZE);
    long most = Math.max(Math.max(share, 1), table.size() - capacity.maxSubjects() + 1);
    long bar = 2 * victim.typicalUsage + SMALL_USAGE;
    Iterator<Candidate> least = candidates.iterator();
    for (long looked = 0; looked < most && least.hasNext(); looked++) {
      Candidate candidate = least.next();
      if (candidate.idle() || candidate.usage() <= bar || isLast) {
        least.remove();
        evict(candidate, now);
        victim.typicalUsage += (candidate.usage() - victim.typicalUsage) / SMOOTHING;
      }
    }
  }

  private static void addSample(SubjectUsage victim, List<Candidate> candidates, long epochMillis) {
    int enough = candidates.size() + SAMPLE_SIZE;
    // A walk may end once in the middle of a sample; twice means that there is no more.
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
      return; // a batch or a read is at work there, or it came to life: the next round sees it
      // again
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
   * What is known of the subject is kept with the imports, which take less memory: there is no origin that it could come back
   * from, or only one that does not know all of it yet and is not asked again.
   */
  private void keepAsImport(Subject subject, long epochMillis) {
    long lost = Window.plus(
        lostUnits(subject.current(), epochMillis), lostUnits(subject.previous(), epochMillis));
    if (!table.hasOrigin()) {
      recordLostUnits(lost);
    }
    // Whoever found the subject retired may have looked for imports before they were there.
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

  /** Says that the pressure is over, once the table is clearly below its ceiling, or a workspace was left alone for long. */
  synchronized void recordRelief(long epochMillis) {
    boolean isRelieved = table.size() < capacity.maxSubjects() - capacity.maxSubjects() / 10
        && table.bytes() < capacity.maxBytes() - capacity.maxBytes() / 10;
    affected.entrySet().removeIf(each -> {
      // Either sign: an eviction may be newer than this instant, and far newer if the clock stepped
      // back.
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
