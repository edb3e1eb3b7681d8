// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.Observer;
import io.weir.time.Agent;
import io.weir.time.EpochClock;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The agent that removes subjects once nothing of them can matter, and scopes that are no longer referenced. */
public final class SubjectExpiry implements Agent {

  /**
   * Subjects, and collected scopes, examined per step: about 100 microseconds of work, so that other agents never wait
   * long.
   */
  private static final int STEP_SIZE = 512;

  /** Pause between steps: costs at most a few per cent of a core, and a million subjects take eight seconds. */
  private static final long STEP_PAUSE_MILLIS = 4;

  /** Pause between rounds over the table, so that a small table is not walked without end. */
  private static final long ROUND_PAUSE_MILLIS = 1_000;

  private final SubjectTable table;
  private final EpochClock clock;
  private final SubjectCycle subjects;
  private long pausedUntil = Long.MIN_VALUE;

  /**
   * Cycles through the subjects of some scopes, a few at a time, while others are added and removed. Not thread-safe.
   */
  static final class SubjectCycle {
    private final Iterable<Scope> source;
    private Iterator<Scope> scopes = Collections.emptyIterator();
    private Iterator<Subject> subjects = Collections.emptyIterator();

    SubjectCycle(Iterable<Scope> source) {
      this.source = source;
    }

    /** Returns the next subject, or null once at the end of each round, so that an empty table ends a step. */
    @Nullable
    Subject next() {
      while (!subjects.hasNext()) {
        if (!scopes.hasNext()) {
          scopes = source.iterator();
          subjects = Collections.emptyIterator(); // the old one would retain the last scope
          return null;
        }
        subjects = scopes.next().iterator();
      }
      return subjects.next();
    }
  }

  /** Creates an expiry of this table. */
  public SubjectExpiry(SubjectTable table, EpochClock clock) {
    this.table = table;
    this.clock = clock;
    this.subjects = new SubjectCycle(table.scopeRegistry().retained());
  }

  @Override
  public int work() {
    table
        .scopeRegistry()
        .removeLost(
            STEP_SIZE); // not counted as work: garbage collection must not affect the result
    long now = clock.epochMillis();
    // An earlier instant than the pause's beginning means that the clock stepped back: continue.
    if (now < pausedUntil && now >= pausedUntil - ROUND_PAUSE_MILLIS) {
      return 0;
    }
    pausedUntil = now + STEP_PAUSE_MILLIS;
    for (int examined = 0; examined < STEP_SIZE; examined++) {
      Subject subject = subjects.next();
      if (subject == null) {
        endRound(now);
        return examined;
      }
      if (subject.isIdle(now) && subject.tryRetireIdle(now)) { // first check: takes no lock
        subject.scope().remove(subject);
        table.observer().onEvent(Event.SUBJECT_FORGOTTEN, 1);
      }
    }
    return STEP_SIZE;
  }

  private void endRound(long now) {
    pausedUntil = now + ROUND_PAUSE_MILLIS;
    table.observer().onGauge(Observer.Gauge.SUBJECTS, table.size());
    table.recordRelief(now);
  }
}
