// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.Observer.Dependency;
import io.weir.process.ProcessContext;
import io.weir.time.CircuitBreaker;
import java.util.HashMap;
import java.util.Map;

/**
 * One process's link to a store, for one kind of call: a circuit breaker, and reports of changes of the store's
 * availability.
 */
public final class StoreLink {
  /**
   * How long a failure counts. A failing kind of call is repeated within seconds. If it was not repeated for this
   * long, there is nothing left to call.
   */
  private static final long FAILURE_EXPIRY_MILLIS = 60_000;

  /** When a kind of call last failed, by elapsed time, and whether it has been answered since. */
  private record FailureRecord(long at, boolean isOver) {}

  /** The state that all links to one store share. */
  private static final class SharedLinkState {
    private final ProcessContext processContext;
    private final Dependency dependency;
    private final long breakMillis;

    /** The kinds of calls that failed recently. Guarded by itself. */
    private final Map<StoreLink, FailureRecord> failing = new HashMap<>();

    /** Written when the engine closes, read by the store's threads. */
    private volatile boolean isClosed;

    private SharedLinkState(
        ProcessContext processContext, Dependency dependency, long breakMillis) {
      this.processContext = processContext;
      this.dependency = dependency;
      this.breakMillis = breakMillis;
    }
  }

  private final SharedLinkState sharedLinkState;
  private final CircuitBreaker circuitBreaker;

  private StoreLink(SharedLinkState sharedLinkState) {
    this.sharedLinkState = sharedLinkState;
    this.circuitBreaker =
        new CircuitBreaker(sharedLinkState.processContext.elapsed(), sharedLinkState.breakMillis);
  }

  /** Creates a link to a store, which is left alone for this long when it fails. */
  public static StoreLink of(
      ProcessContext processContext, Dependency dependency, long breakMillis) {
    return new StoreLink(new SharedLinkState(processContext, dependency, breakMillis));
  }

  /**
   * Creates a link for another kind of call to the same store. Each kind has its own breaker: a read-only store still
   * answers reads.
   */
  public StoreLink forOtherCalls() {
    return new StoreLink(sharedLinkState);
  }

  /** Whether the store may be called now. If so, one of the three methods below must follow. */
  public boolean tryCall() {
    return circuitBreaker.tryCall();
  }

  /** Records that the call was not made after all. */
  public void notCalled() {
    circuitBreaker.cancelled();
  }

  /** Records an answer. The store is available again once no kind of call fails any more. */
  public void answered(String what) {
    circuitBreaker.succeeded();
    synchronized (sharedLinkState.failing) {
      sharedLinkState.failing.computeIfPresent(
          this, (kind, callFailure) -> new FailureRecord(callFailure.at(), true));
      sharedLinkState.failing.entrySet().removeIf(kind -> kind.getKey().hasPassed(kind.getValue()));
      if (sharedLinkState.failing.isEmpty()) {
        sharedLinkState
            .processContext
            .observer()
            .onAvailability(sharedLinkState.dependency, true, what);
      }
    }
  }

  /**
   * Whether this kind of call no longer counts as failing. It need not have been repeated: there may be nothing left
   * to send.
   */
  private boolean hasPassed(FailureRecord callFailure) {
    return (callFailure.isOver() && circuitBreaker.isStable())
        || elapsedMillis() - callFailure.at() >= FAILURE_EXPIRY_MILLIS;
  }

  /** Records that a call failed or was not answered in time. */
  public void failed(String reason) {
    if (sharedLinkState.isClosed) {
      return; // the call was given up here, not by the store
    }
    circuitBreaker.failed();
    synchronized (sharedLinkState.failing) {
      sharedLinkState.failing.put(this, new FailureRecord(elapsedMillis(), false));
      sharedLinkState
          .processContext
          .observer()
          .onAvailability(sharedLinkState.dependency, false, reason);
    }
  }

  /** Stops reporting: later failures, of any kind of call, are expected. */
  public void close() {
    sharedLinkState.isClosed = true;
  }

  long elapsedMillis() {
    return sharedLinkState.processContext.elapsedMillis();
  }

  ProcessContext self() {
    return sharedLinkState.processContext;
  }
}
