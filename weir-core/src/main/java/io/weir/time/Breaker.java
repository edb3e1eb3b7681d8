// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** Spares a store that is down, and the callers that would wait for it. Calls that fail together share one. */
public final class Breaker {
  /*
   *   closed ──(half of at least 20 calls within 5 s failed, ──► open ──(wait)─► half-open
   *     ▲       or all for half a second, 3 at least)            ▲                │   │
   *     └────(3 probes in a row succeed, or all of 5 s do)───────┼────────────────┘   │
   *                                                              └──(a probe fails)───┘
   *
   * A share and not a number of failures: a blip of one per cent on a busy process must not cut it off. But a caller who
   * waits for each answer in vain never makes twenty calls: for it, a row of failures without an answer in between is
   * enough, if it lasts. And one who seldom calls takes long to make three probes: those that it made within five seconds
   * are enough, else a failure months later would weigh like one of a probe. The instant of tripping is remembered, so the open time is the same whatever the uptime; counts
   * start anew with every state.
   */

  private enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /** Fewer calls than this prove nothing. */
  private static final int LEAST_CALLS = 20;

  /** How many failures in a row, over how long, prove as much as many calls. */
  private static final int ROW = 3;

  private static final long ROW_MILLIS = 500;

  /** Long enough to gather calls on a quiet process, short enough to forget a past blip. */
  private static final long CYCLE_MILLIS = 5_000;

  /** Probes in flight at once, and in a row that must succeed. */
  private static final int PROBES = 3;

  /** A store that failed within this time is not said to be back, so that one that wavers is not reported over and over. */
  private static final long STEADY_MILLIS = 1_000;

  private final NanoClock clock;
  private final long openMillis;
  private long lastFailure;
  private long rowSince;
  private int row;
  private State state = State.CLOSED;
  private long since;
  private int calls;
  private int failures;
  private int probing;

  /** A closed breaker that, once open, lets the store alone for this long before it is tried again. */
  public Breaker(NanoClock clock, long openMillis) {
    this.clock = clock;
    this.openMillis = openMillis;
    this.since = clock.elapsedMillis();
    this.lastFailure = since - STEADY_MILLIS;
  }

  /** Whether a call may be made now. Each yes must be followed by one of the three below. */
  public synchronized boolean tryCall() {
    long age = clock.elapsedMillis() - since;
    if (state == State.OPEN && age >= openMillis) {
      enter(State.HALF_OPEN);
    } else if (age >= CYCLE_MILLIS && (state == State.CLOSED || isProvenSound())) {
      enter(State.CLOSED);
    }
    if (state == State.HALF_OPEN && probing < PROBES) {
      probing++;
      return true;
    }
    return state == State.CLOSED;
  }

  /** Whether probes were answered, all of them: one that failed would have ended this state. */
  private boolean isProvenSound() {
    return state == State.HALF_OPEN && calls > 0 && probing == 0;
  }

  /** A call was answered. */
  public synchronized void succeeded() {
    row = 0;
    calls++;
    if (state == State.HALF_OPEN) {
      probing = Math.max(0, probing - 1);
      if (calls >= PROBES) {
        enter(State.CLOSED);
      }
    }
  }

  /** A call failed or was not answered in time. */
  public synchronized void failed() {
    lastFailure = clock.elapsedMillis();
    if (row++ == 0) {
      rowSince = lastFailure;
    }
    calls++;
    failures++;
    if (state == State.HALF_OPEN) {
      enter(State.OPEN);
    } else if (state == State.CLOSED && (isMostlyFailing() || isFailingThroughout())) {
      enter(State.OPEN);
    }
  }

  private boolean isMostlyFailing() {
    return calls >= LEAST_CALLS && failures * 2 >= calls;
  }

  private boolean isFailingThroughout() {
    return row >= ROW && lastFailure - rowSince >= ROW_MILLIS;
  }

  /** The call was not made after all. */
  public synchronized void notCalled() {
    probing = Math.max(0, probing - 1);
  }

  /** Whether no call has failed for a while. */
  public synchronized boolean isSteady() {
    return clock.elapsedMillis() - lastFailure >= STEADY_MILLIS;
  }

  /** Whether calls are being refused. */
  public synchronized boolean isOpen() {
    return state != State.CLOSED;
  }

  private void enter(State next) {
    state = next;
    since = clock.elapsedMillis();
    calls = 0;
    failures = 0;
    row = 0;
    probing = 0;
  }
}
