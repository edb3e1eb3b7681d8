// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.problem.Problem;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Forwards traffic events, and logs when the server begins to reject requests and when it no longer does. */
final class ShedLog implements TrafficObserver {
  private static final Logger LOG = System.getLogger(ShedLog.class.getName());

  /**
   * How long nothing must be rejected before the overload counts as over. So at most two lines are logged in this
   * time.
   */
  private static final long CALM_MILLIS = 30_000;

  private final TrafficObserver next;
  private final NanoClock elapsed;
  private final LongAdder total = new LongAdder();

  /** Ensures that only one event loop checks at a time. */
  private final AtomicBoolean isLooking = new AtomicBoolean();

  /** Set once, before the first connection. */
  private volatile Supplier<List<String>> heaviest = List::of;

  /**
   * The heaviest workspaces when the current overload began. Written by the first rejection, read by the checking
   * thread.
   */
  private volatile List<String> who = List.of();

  /** Whether these workspaces are known. */
  private final AtomicBoolean isNamed = new AtomicBoolean();

  // The fields below are written by the checking thread.
  private volatile boolean isShedding;
  private volatile long seen;
  private volatile long seenBefore;
  private volatile long lastMillis;

  ShedLog(TrafficObserver next, NanoClock elapsed) {
    this.next = next;
    this.elapsed = elapsed;
  }

  /** Sets the source of the workspaces that use most. */
  void nameWith(Supplier<List<String>> source) {
    heaviest = source;
  }

  @Override
  public void onResponse(String endpoint, int status, long nanos) {
    next.onResponse(endpoint, status, nanos);
  }

  @Override
  public void onProblem(Problem problem) {
    next.onProblem(problem);
  }

  @Override
  public void onShed(ShedReason reason) {
    if (!isNamed.get() && isNamed.compareAndSet(false, true)) {
      who = heaviest.get();
    }
    total.increment();
    next.onShed(reason);
  }

  /** Checks for changes. Called periodically, so that a flood of requests is not slowed down by its own log. */
  void check() {
    if (isLooking.compareAndSet(false, true)) {
      try {
        check(total.sum(), elapsed.elapsedMillis());
      } finally {
        isLooking.set(false);
      }
    }
  }

  private void check(long now, long nowMillis) {
    if (now > seen) {
      lastMillis = nowMillis;
      if (!isShedding) {
        isShedding = true;
        seenBefore = seen;
        LOG.log(
            Level.WARNING,
            "The server is rejecting requests or connections because of overload; {0}",
            who.isEmpty() ? "no single workspace uses much" : String.join(", ", who));
      }
      seen = now;
    } else if (isShedding && nowMillis - lastMillis >= CALM_MILLIS) {
      isShedding = false;
      isNamed.set(false);
      LOG.log(
          Level.INFO,
          "The overload is over; {0} requests and connections were rejected",
          Long.toString(now - seenBefore));
    }
  }
}
