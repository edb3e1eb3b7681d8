// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.Observer;
import io.weir.time.Agent;
import io.weir.time.EpochClock;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Forgets subjects once nothing of them can matter, and scopes that nobody holds: the agent that keeps memory in step with traffic. */
public final class SubjectExpiry implements Agent {

  /** Subjects, and lost scopes, looked at per step: some 100 microseconds of work, so that other agents never wait long. */
  private static final int STEP_SIZE = 512;

  /** Pause between steps: a few per cent of a core, at most, and a table of a million is through in eight seconds. */
  private static final long STEP_PAUSE_MILLIS = 4;

  /** Pause between rounds over the table, so that a small table is not walked without end. */
  private static final long ROUND_PAUSE_MILLIS = 1_000;

  private final SubjectTable table;
  private final EpochClock clock;
  private final SubjectCycle subjects;
  private long pausedUntil = Long.MIN_VALUE;

  /** Walks the subjects of some scopes round and round, a few at a time, while others come and go. Not safe for many threads. */
  static final class SubjectCycle {
    private final Iterable<Scope> source;
    private Iterator<Scope> scopes = Collections.emptyIterator();
    private Iterator<Subject> subjects = Collections.emptyIterator();

    SubjectCycle(Iterable<Scope> source) {
      this.source = source;
    }

    /** The next subject; null once at the end of each round, so that an empty table ends a step. */
    @Nullable
    Subject next() {
      while (!subjects.hasNext()) {
        if (!scopes.hasNext()) {
          scopes = source.iterator();
          subjects = Collections.emptyIterator(); // the old one would keep the last scope in memory
          return null;
        }
        subjects = scopes.next().iterator();
      }
      return subjects.next();
    }
  }

  /** Forgets in this table. */
  public SubjectExpiry(SubjectTable table, EpochClock clock) {
    this.table = table;
    this.clock = clock;
    this.subjects = new SubjectCycle(table.scopeRegistry().retained());
  }

  @Override
  public int work() {
    table
        .scopeRegistry()
        .removeLost(STEP_SIZE); // no work to be told of: it must not matter when the collector came
    long now = clock.epochMillis();
    if (now < pausedUntil
        && now >= pausedUntil - ROUND_PAUSE_MILLIS) { // or the clock stepped back: then go on
      return 0;
    }
    pausedUntil = now + STEP_PAUSE_MILLIS;
    for (int looked = 0; looked < STEP_SIZE; looked++) {
      Subject subject = subjects.next();
      if (subject == null) {
        endRound(now);
        return looked;
      }
      if (subject.isIdle(now) && subject.tryRetireIdle(now)) { // a look first: it takes no lock
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
