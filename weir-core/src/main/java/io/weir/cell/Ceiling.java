// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Keeps the number of subjects at its ceiling: whoever creates one past it first evicts a few that matter least. */
final class Ceiling {
  /*
   * The creating thread evicts, not an agent: then no flood can outrun the eviction, whatever the threads' luck. It looks
   * at the next few subjects of a walk round the table and takes out the least: idle ones first, then those that use the
   * least of their limit. A sample and not a perfect order, because a perfect order would have to be maintained by every
   * check. Random identifiers that were seen once use almost nothing of their limit, so they push out each other and
   * leave the ones that are close to being refused alone.
   */

  /** How many are compared: a subject goes only if fewer than {@link #EVICTED} of its 15 neighbours matter less. */
  private static final int SAMPLE = 16;

  /** How many of them go. More would weaken the choice, fewer would cost a sample for nearly every creation. */
  private static final int EVICTED = 4;

  private record Candidate(Subject subject, boolean idle, long use) {}

  private static final Comparator<Candidate> LEAST_FIRST =
      Comparator.comparing((Candidate c) -> !c.idle()).thenComparingLong(Candidate::use);

  private final SubjectTable table;
  private final long maxSubjects;
  private final SubjectTable.Rounds rounds;

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
    List<Candidate> candidates = sample(epochMillis);
    candidates.sort(LEAST_FIRST);
    // The same share of a table that is smaller than a sample, and at least one.
    int most = Math.max(1, candidates.size() * EVICTED / SAMPLE);
    for (Candidate candidate : candidates.subList(0, Math.min(most, candidates.size()))) {
      evict(candidate);
    }
  }

  private List<Candidate> sample(long epochMillis) {
    List<Candidate> candidates = new ArrayList<>(SAMPLE);
    // A walk may end once in the middle of a sample; twice means that there is no more.
    int ends = 0;
    while (candidates.size() < SAMPLE && ends < 2) {
      Subject subject = rounds.next();
      if (subject == null) {
        ends++;
      } else {
        candidates.add(
            new Candidate(subject, subject.isIdle(epochMillis), subject.use(epochMillis)));
      }
    }
    return candidates;
  }

  private void evict(Candidate candidate) {
    Subject subject = candidate.subject();
    if (!subject.tryRetire()) {
      return; // a batch or a read is at work there: the next round sees it again
    }
    subject.scope().drop(subject);
    if (candidate.idle()) {
      table.observer().happened(Event.SUBJECT_FORGOTTEN, 1);
      return;
    }
    table.observer().happened(Event.SUBJECT_EVICTED, 1);
    publishSoon(subject);
    if (!table.isBacked()) {
      table.observer().happened(Event.UNITS_LOST_BY_EVICTION, admitted(subject));
    }
    if (!evicting) {
      evicting = true;
      table.observer().pressure(true, table.size());
    }
  }

  /** Should the subject return, it knows only what the origin was told. */
  private static void publishSoon(Subject subject) {
    subject.current().signalIfDirty();
    Cell previous = subject.previous();
    if (previous != null) {
      previous.signalIfDirty();
    }
  }

  private static long admitted(Subject subject) {
    Cell previous = subject.previous();
    return Window.plus(subject.current().count(), previous == null ? 0 : previous.count());
  }

  /** Says that the pressure is over, once the table is clearly below its ceiling. */
  synchronized void noteRelief() {
    if (evicting && table.size() < maxSubjects - maxSubjects / 10) {
      evicting = false;
      table.observer().pressure(false, table.size());
    }
  }
}
