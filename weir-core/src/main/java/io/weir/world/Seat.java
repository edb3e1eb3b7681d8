// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.process.Self;
import io.weir.time.Breaker;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/** One process's seat at the ledger: what its agents share. */
public final class Seat {
  /** Nobody waits for the ledger, so a sick one is left alone for longer than an origin would be. */
  private static final long OPEN_MILLIS = 3_000;

  /** What the ledger is asked for. Kinds fail apart: a database that is read-only still tells what others spent. */
  enum Call {
    PUSH,
    PULL,
    BEAT
  }

  private final Ledger ledger;
  private final String region;
  private final LedgerOptions options;
  private final Self self;
  private final Map<Call, Breaker> breakers = new EnumMap<>(Call.class);

  /** A kind of call that fails is made again within seconds. One that was not, for this long, has nothing left to fail. */
  private static final long FORGOTTEN_MILLIS = 60_000;

  /** When a kind of call last failed, by elapsed time, and whether it was answered since. */
  private record Failure(long at, boolean isOver) {}

  /** The kinds of calls that failed lately. Guarded by itself. */
  private final Map<Call, Failure> failing = new EnumMap<>(Call.class);

  /** Written when the engine closes, read by the ledger's threads. */
  private volatile boolean closed;

  /** A process of this region, at this ledger. */
  public Seat(Ledger ledger, String region, LedgerOptions options, Self self) {
    this.ledger = ledger;
    this.region = region;
    this.options = options;
    this.self = self;
    for (Call call : Call.values()) {
      breakers.put(call, new Breaker(self.elapsed(), OPEN_MILLIS));
    }
  }

  /** The store. */
  Ledger ledger() {
    return ledger;
  }

  /** Whom the process speaks for. */
  String region() {
    return region;
  }

  /** How it converges with the others. */
  public LedgerOptions options() {
    return options;
  }

  Self self() {
    return self;
  }

  Observer observer() {
    return self.observer();
  }

  long elapsedMillis() {
    return self.elapsedMillis();
  }

  long epochMillis() {
    return self.epochMillis();
  }

  /** Whether the ledger may be asked this now. Each yes is followed by one of the two below. */
  boolean may(Call call) {
    return breaker(call).tryCall();
  }

  private Breaker breaker(Call call) {
    return Objects.requireNonNull(breakers.get(call));
  }

  /** A call was answered. The ledger is back once no kind of call fails any more. */
  void answered(Call call, String what) {
    breaker(call).succeeded();
    synchronized (failing) {
      failing.computeIfPresent(call, (kind, failure) -> new Failure(failure.at(), true));
      failing.entrySet().removeIf(kind -> hasPassed(kind.getKey(), kind.getValue()));
      if (failing.isEmpty()) {
        observer().changed(Observer.Dependency.LEDGER, true, what);
      }
    }
  }

  /** Whether a kind of call works again. It need not have been made again: there may be nothing to say any more. */
  private boolean hasPassed(Call call, Failure failure) {
    return (failure.isOver() && breaker(call).isSteady())
        || elapsedMillis() - failure.at() >= FORGOTTEN_MILLIS;
  }

  /** A call failed or was not answered in time. */
  void failed(Call call, String why) {
    if (closed) {
      return; // it was not the ledger that gave up
    }
    breaker(call).failed();
    synchronized (failing) {
      failing.put(call, new Failure(elapsedMillis(), false));
      observer().changed(Observer.Dependency.LEDGER, false, why);
    }
  }

  /** Ends the ledger. What was under way fails, and that is no news. */
  public void close() {
    closed = true;
    ledger.close();
  }

  /** What to say of a failure: its own words, not those of the futures that it came through. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
