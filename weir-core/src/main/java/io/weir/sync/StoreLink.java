// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.Observer.Dependency;
import io.weir.process.ProcessContext;
import io.weir.time.CircuitBreaker;
import java.util.HashMap;
import java.util.Map;

/** One process's link to a store, for one kind of call: a circuit breaker, and the news of whether the store is available. */
public final class StoreLink {
  /** A kind of call that fails is made again within seconds. One that was not, for this long, has nothing left to fail. */
  private static final long FAILURE_EXPIRY_MILLIS = 60_000;

  /** When a kind of call last failed, by elapsed time, and whether it was answered since. */
  private record FailureRecord(long at, boolean isOver) {}

  /** What all links to one store share. */
  private static final class SharedLinkState {
    private final ProcessContext processContext;
    private final Dependency dependency;
    private final long breakMillis;

    /** The kinds of calls that failed lately. Guarded by itself. */
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

  /** A link to a store that, when it fails, is let alone for this long. */
  public static StoreLink of(
      ProcessContext processContext, Dependency dependency, long breakMillis) {
    return new StoreLink(new SharedLinkState(processContext, dependency, breakMillis));
  }

  /** A link for another kind of call to the same store. Kinds fail apart: a store that is read-only still answers reads. */
  public StoreLink forOtherCalls() {
    return new StoreLink(sharedLinkState);
  }

  /** Whether the store may be called now. Each yes must be followed by one of the three below. */
  public boolean tryCall() {
    return circuitBreaker.tryCall();
  }

  /** The call was not made after all. */
  public void notCalled() {
    circuitBreaker.cancelled();
  }

  /** A call was answered. The store is back once no kind of call fails any more. */
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

  /** Whether this kind of call works again. It need not have been made again: there may be nothing to say any more. */
  private boolean hasPassed(FailureRecord callFailure) {
    return (callFailure.isOver() && circuitBreaker.isStable())
        || elapsedMillis() - callFailure.at() >= FAILURE_EXPIRY_MILLIS;
  }

  /** A call failed or was not answered in time. */
  public void failed(String why) {
    if (sharedLinkState.isClosed) {
      return; // it was not the store that gave up
    }
    circuitBreaker.failed();
    synchronized (sharedLinkState.failing) {
      sharedLinkState.failing.put(this, new FailureRecord(elapsedMillis(), false));
      sharedLinkState
          .processContext
          .observer()
          .onAvailability(sharedLinkState.dependency, false, why);
    }
  }

  /** What fails from now on, of any kind, is no news. */
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
