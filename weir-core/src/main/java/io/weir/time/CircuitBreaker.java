// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/**
 * A circuit breaker: stops calls to a store that is down, for the sake of the store and of the callers that would
 * wait. Shared by calls that fail together.
 */
public final class CircuitBreaker {
  /*
   *   closed ──(half of at least 20 calls within 5 s failed, ──► open ──(wait)─► half-open
   *     ▲       or all for half a second, 3 at least)            ▲                │   │
   *     └────(3 probes in a row succeed, or all of 5 s do)───────┼────────────────┘   │
   *                                                              └──(a probe fails)───┘
   *
   * A fraction instead of a number of failures: one per cent of failures on a busy process must not cut it off. But a
   * caller that waits for each time-out never makes twenty calls: for it, a sequence of failures without an answer in
   * between is enough, if it lasts long enough. And a caller that seldom calls takes long to make three probes: those
   * that it made within five seconds are enough, else a failure months later would weigh like one of a probe. The
   * instant of tripping is stored, so the open time is the same whatever the uptime. Counts restart with every state.
   */

  private enum BreakerState {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /** Fewer calls than this are not significant. */
  private static final int MIN_CALLS = 20;

  /** How many failures in a row, over how long, are as significant as many calls. */
  private static final int FAILURES_IN_A_ROW = 3;

  private static final long FAILURE_ROW_MILLIS = 500;

  /** Long enough to gather calls on a quiet process, short enough to forget a past short outage. */
  private static final long CYCLE_MILLIS = 5_000;

  /** The most probes in flight at once, and how many in a row must succeed. */
  private static final int PROBES = 3;

  /**
   * A store that failed within this time is not reported as available, so that an unstable one is not reported over
   * and over.
   */
  private static final long STABLE_MILLIS = 1_000;

  private final NanoClock clock;
  private final long openMillis;
  private long lastFailure;
  private long rowSince;
  private int row;
  private BreakerState breakerState = BreakerState.CLOSED;
  private long since;
  private int calls;
  private int failures;
  private int probing;

  /** Creates a closed breaker that, once open, blocks calls for this long before it permits a probe. */
  public CircuitBreaker(NanoClock clock, long openMillis) {
    this.clock = clock;
    this.openMillis = openMillis;
    this.since = clock.elapsedMillis();
    this.lastFailure = since - STABLE_MILLIS;
  }

  /** Whether a call may be made now. If so, one of the three methods below must follow. */
  public synchronized boolean tryCall() {
    long age = clock.elapsedMillis() - since;
    if (breakerState == BreakerState.OPEN && age >= openMillis) {
      enter(BreakerState.HALF_OPEN);
    } else if (age >= CYCLE_MILLIS && (breakerState == BreakerState.CLOSED || isProven())) {
      enter(BreakerState.CLOSED);
    }
    if (breakerState == BreakerState.HALF_OPEN && probing < PROBES) {
      probing++;
      return true;
    }
    return breakerState == BreakerState.CLOSED;
  }

  /** Whether there were probes and all of them were answered: a failed one would have ended this state. */
  private boolean isProven() {
    return breakerState == BreakerState.HALF_OPEN && calls > 0 && probing == 0;
  }

  /** Records that a call was answered. */
  public synchronized void succeeded() {
    row = 0;
    calls++;
    if (breakerState == BreakerState.HALF_OPEN) {
      probing = Math.max(0, probing - 1);
      if (calls >= PROBES) {
        enter(BreakerState.CLOSED);
      }
    }
  }

  /** Records that a call failed or was not answered in time. */
  public synchronized void failed() {
    lastFailure = clock.elapsedMillis();
    if (row++ == 0) {
      rowSince = lastFailure;
    }
    calls++;
    failures++;
    if (breakerState == BreakerState.HALF_OPEN) {
      enter(BreakerState.OPEN);
    } else if (breakerState == BreakerState.CLOSED && (isMostlyFailing() || isAlwaysFailing())) {
      enter(BreakerState.OPEN);
    }
  }

  private boolean isMostlyFailing() {
    return calls >= MIN_CALLS && failures * 2 >= calls;
  }

  private boolean isAlwaysFailing() {
    return row >= FAILURES_IN_A_ROW && lastFailure - rowSince >= FAILURE_ROW_MILLIS;
  }

  /** Records that the call was not made after all. */
  public synchronized void cancelled() {
    probing = Math.max(0, probing - 1);
  }

  /** Whether no call has failed recently. */
  public synchronized boolean isStable() {
    return clock.elapsedMillis() - lastFailure >= STABLE_MILLIS;
  }

  /** Whether calls are being refused. */
  public synchronized boolean isOpen() {
    return breakerState != BreakerState.CLOSED;
  }

  private void enter(BreakerState next) {
    breakerState = next;
    since = clock.elapsedMillis();
    calls = 0;
    failures = 0;
    row = 0;
    probing = 0;
  }
}
