// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.Observer.Dependency;
import io.weir.process.Self;
import io.weir.time.Breaker;
import java.util.HashMap;
import java.util.Map;

/** One process's link to a store, for one kind of call: a circuit breaker, and the news of whether the store is available. */
public final class StoreLink {
  /** A kind of call that fails is made again within seconds. One that was not, for this long, has nothing left to fail. */
  private static final long FORGOTTEN_MILLIS = 60_000;

  /** When a kind of call last failed, by elapsed time, and whether it was answered since. */
  private record Failure(long at, boolean isOver) {}

  /** What all links to one store share. */
  private static final class Store {
    private final Self self;
    private final Dependency dependency;
    private final long breakMillis;

    /** The kinds of calls that failed lately. Guarded by itself. */
    private final Map<StoreLink, Failure> failing = new HashMap<>();

    /** Written when the engine closes, read by the store's threads. */
    private volatile boolean isClosed;

    private Store(Self self, Dependency dependency, long breakMillis) {
      this.self = self;
      this.dependency = dependency;
      this.breakMillis = breakMillis;
    }
  }

  private final Store store;
  private final Breaker breaker;

  private StoreLink(Store store) {
    this.store = store;
    this.breaker = new Breaker(store.self.elapsed(), store.breakMillis);
  }

  /** A link to a store that, when it fails, is let alone for this long. */
  public static StoreLink of(Self self, Dependency dependency, long breakMillis) {
    return new StoreLink(new Store(self, dependency, breakMillis));
  }

  /** A link for another kind of call to the same store. Kinds fail apart: a store that is read-only still answers reads. */
  public StoreLink forOtherCalls() {
    return new StoreLink(store);
  }

  /** Whether the store may be called now. Each yes must be followed by one of the three below. */
  public boolean tryCall() {
    return breaker.tryCall();
  }

  /** The call was not made after all. */
  public void notCalled() {
    breaker.notCalled();
  }

  /** A call was answered. The store is back once no kind of call fails any more. */
  public void answered(String what) {
    breaker.succeeded();
    synchronized (store.failing) {
      store.failing.computeIfPresent(this, (kind, failure) -> new Failure(failure.at(), true));
      store.failing.entrySet().removeIf(kind -> kind.getKey().hasPassed(kind.getValue()));
      if (store.failing.isEmpty()) {
        store.self.observer().changed(store.dependency, true, what);
      }
    }
  }

  /** Whether this kind of call works again. It need not have been made again: there may be nothing to say any more. */
  private boolean hasPassed(Failure failure) {
    return (failure.isOver() && breaker.isSteady())
        || elapsedMillis() - failure.at() >= FORGOTTEN_MILLIS;
  }

  /** A call failed or was not answered in time. */
  public void failed(String why) {
    if (store.isClosed) {
      return; // it was not the store that gave up
    }
    breaker.failed();
    synchronized (store.failing) {
      store.failing.put(this, new Failure(elapsedMillis(), false));
      store.self.observer().changed(store.dependency, false, why);
    }
  }

  /** What fails from now on, of any kind, is no news. */
  public void close() {
    store.isClosed = true;
  }

  long elapsedMillis() {
    return store.self.elapsedMillis();
  }

  Self self() {
    return store.self;
  }
}
