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

/** Passes on what goes over the wire, and logs when the server begins to turn requests away, and when that is over. */
final class ShedLog implements TrafficObserver {
  private static final Logger LOG = System.getLogger(ShedLog.class.getName());

  /** Without anything turned away, after which it is over. So there are at most two lines in this time. */
  private static final long CALM_MILLIS = 30_000;

  private final TrafficObserver next;
  private final NanoClock elapsed;
  private final LongAdder total = new LongAdder();

  /** Only one event loop looks at a time. */
  private final AtomicBoolean isLooking = new AtomicBoolean();

  /** Set once, before the first connection. */
  private volatile Supplier<List<String>> heaviest = List::of;

  /** Who used most when this time of turning away began. Written by the first to be turned away, read by whoever looks. */
  private volatile List<String> who = List.of();

  /** Whether that is known. */
  private final AtomicBoolean isNamed = new AtomicBoolean();

  // Written by whoever looks.
  private volatile boolean isShedding;
  private volatile long seen;
  private volatile long seenBefore;
  private volatile long lastMillis;

  ShedLog(TrafficObserver next, NanoClock elapsed) {
    this.next = next;
    this.elapsed = elapsed;
  }

  /** Asks this one which workspace uses most. */
  void nameWith(Supplier<List<String>> knowing) {
    heaviest = knowing;
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

  /** Called now and then, so that a flood is not slowed down by its log. */
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
