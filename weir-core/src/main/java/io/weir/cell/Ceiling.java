// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the number of subjects at its ceiling: whoever creates one past it first evicts a few that matter least. */
final class Ceiling {
  /*
   * The creating thread evicts, not an agent: then no flood can outrun the eviction, whatever the threads' luck. It looks
   * at the next few subjects of a walk round the table and takes out the least: idle ones first, then those that use the
   * least of their limit. A sample and not a perfect order, because a perfect order would have to be maintained by every
   * check. Random identifiers that were seen once use almost nothing of their limit, so they push out each other and
   * leave the ones that are close to being refused alone.
   *
   * Identifiers that are counted up stand side by side in the table, so a sample may hold nothing but subjects that
   * matter. Hence the usual use of those that went before is remembered: when even the least of a sample use far more,
   * the sample is made larger, up to a bound.
   */

  /** How many are compared: a subject goes only if fewer than {@link #EVICTED} of its 15 neighbours matter less. */
  private static final int SAMPLE = 16;

  /** How many of them go. More would weaken the choice, fewer would cost a sample for nearly every creation. */
  private static final int EVICTED = 4;

  /** How many samples are looked at before one that matters goes: a bound on what a single check may have to pay. */
  private static final int MOST_SAMPLES = 8;

  /** A use, in thousandths of the limit, that is never far more than usual. */
  private static final long SMALL_USE = 16;

  /** Limits that were lowered are used many times over; more than this would only keep the usual use up for long. */
  private static final long LARGEST_USE = 1_000;

  /** The usual use follows the latest this slowly, so that one odd sample does not move it. */
  private static final long SMOOTHING = 16;

  private record Candidate(Subject subject, boolean idle, long use) {}

  private static final Comparator<Candidate> LEAST_FIRST =
      Comparator.comparing((Candidate c) -> !c.idle()).thenComparingLong(Candidate::use);

  private final SubjectTable table;
  private final long maxSubjects;
  private final SubjectTable.Rounds rounds;

  /** The use of those that went before, in thousandths of their limit, smoothed. Guarded by this. */
  private long usual;

  /** Whether subjects that still matter are being evicted. Guarded by this. */
  private boolean evicting;

  Ceiling(SubjectTable table, long maxSubjects) {
    this.table = table;
    this.maxSubjects = maxSubjects;
    this.rounds = new SubjectTable.Rounds(table);
  }

  long maxSubjects() {
    return maxSubjects;
  }

  /** Evicts until one more fits. Cheap, and without a lock, while there is room. */
  void makeRoom(long epochMillis) {
    if (table.size() < maxSubjects) {
      return;
    }
    evictSome(epochMillis);
  }

  private synchronized void evictSome(long epochMillis) {
    if (table.size() < maxSubjects) {
      return; // somebody else just made room
    }
    List<Candidate> candidates = new ArrayList<>(SAMPLE);
    long before = table.size();
    for (int samples = 1; samples <= MOST_SAMPLES && table.size() == before; samples++) {
      addSample(candidates, epochMillis);
      candidates.sort(LEAST_FIRST);
      // The same share of a table that is smaller than a sample; more if a large batch overfilled
      // it.
      long share = Math.min(EVICTED, candidates.size() * EVICTED / SAMPLE);
      long most = Math.max(share, before - maxSubjects + 1);
      evictLeast(
          candidates.subList(0, (int) Math.min(most, candidates.size())), samples, epochMillis);
    }
  }

  /** Evicts those that use no more than is usual among the least; after the last sample, all of them. */
  private void evictLeast(List<Candidate> least, int samples, long epochMillis) {
    long bar = 2 * usual + SMALL_USE;
    for (Candidate candidate : least) {
      if (candidate.idle() || candidate.use() <= bar || samples == MOST_SAMPLES) {
        evict(candidate, epochMillis);
        usual += (Math.min(candidate.use(), LARGEST_USE) - usual) / SMOOTHING;
      }
    }
  }

  private void addSample(List<Candidate> candidates, long epochMillis) {
    int enough = candidates.size() + SAMPLE;
    // A walk may end once in the middle of a sample; twice means that there is no more.
    int ends = 0;
    while (candidates.size() < enough && ends < 2) {
      Subject subject = rounds.next();
      if (subject == null) {
        ends++;
      } else {
        candidates.add(
            new Candidate(subject, subject.isIdle(epochMillis), use(subject, epochMillis)));
      }
    }
  }

  /** How much of its lowest limit a subject uses, in thousandths. */
  private static long use(Subject subject, long epochMillis) {
    long limit = subject.lowestLimit();
    Evaluation e = new Evaluation(limit, subject.scope().duration(), 0, epochMillis);
    subject.peek(e);
    return (long) ((double) e.effective() / limit * 1_000);
  }

  private void evict(Candidate candidate, long epochMillis) {
    Subject subject = candidate.subject();
    boolean retired = candidate.idle() ? subject.tryRetireIdle(epochMillis) : subject.tryRetire();
    if (!retired) {
      return; // a batch or a read is at work there, or it came to life: the next round sees it
      // again
    }
    subject.scope().drop(subject);
    if (candidate.idle()) {
      table.observer().happened(Event.SUBJECT_FORGOTTEN, 1);
      return;
    }
    table.observer().happened(Event.SUBJECT_EVICTED, 1);
    subject.signalIfDirty();
    if (table.keepsEvicted()) {
      keep(subject, epochMillis);
    } else if (!table.isBacked()) {
      noteLost(Window.plus(subject.current().count(), countOf(subject.previous())));
    }
    if (!evicting) {
      evicting = true;
      table.observer().pressure(true, table.size());
    }
  }

  /**
   * What is known of the subject is kept with the imports, which take less memory: there is no origin that it could come back
   * from, or only one that does not know all of it yet and is not asked again.
   */
  private void keep(Subject subject, long epochMillis) {
    long lost =
        Window.plus(lost(subject.current(), epochMillis), lost(subject.previous(), epochMillis));
    if (!table.isBacked()) {
      noteLost(lost);
    }
    // Whoever found the subject retired may have looked for imports before they were there.
    Subject successor = subject.scope().known(subject.identifier());
    if (successor != null && successor != subject) {
      successor.takeImports(successor.current());
    }
  }

  private long lost(@Nullable Cell cell, long epochMillis) {
    return cell == null || table.imports().keep(cell, epochMillis) ? 0 : cell.count();
  }

  private void noteLost(long units) {
    if (units > 0) {
      table.observer().happened(Event.UNITS_LOST_BY_EVICTION, units);
    }
  }

  private static long countOf(@Nullable Cell cell) {
    return cell == null ? 0 : cell.count();
  }

  /** Says that the pressure is over, once the table is clearly below its ceiling. */
  synchronized void noteRelief() {
    if (evicting && table.size() < maxSubjects - maxSubjects / 10) {
      evicting = false;
      table.observer().pressure(false, table.size());
    }
  }
}
