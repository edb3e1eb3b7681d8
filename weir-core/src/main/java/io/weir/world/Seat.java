// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.Self;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.time.Breaker;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  /** The kinds of calls that failed when they were last made. Guarded by itself. */
  private final Set<Call> failing = EnumSet.noneOf(Call.class);

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
  public Ledger ledger() {
    return ledger;
  }

  /** Whom the process speaks for. */
  String region() {
    return region;
  }

  LedgerOptions options() {
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
      if (breaker(call).isSteady()) {
        failing.remove(call);
      }
      if (failing.isEmpty()) {
        observer().changed(Observer.Dependency.LEDGER, true, what);
      }
    }
  }

  /** A call failed or was not answered in time. */
  void failed(Call call, String why) {
    breaker(call).failed();
    synchronized (failing) {
      failing.add(call);
      observer().changed(Observer.Dependency.LEDGER, false, why);
    }
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
