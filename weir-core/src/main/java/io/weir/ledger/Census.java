// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.Observer;
import io.weir.Self;
import io.weir.time.Agent;
import io.weir.time.Cadence;
import java.util.random.RandomGenerator;

/** Says in the ledger that this region lives, and learns how many others do. */
public final class Census implements Agent {

  /** Regions come and go within days: this only has to be quick enough for a fleet that is just starting. */
  private static final long BEAT_MILLIS = 10_000;

  /** An answer that took longer never comes. */
  private static final long DEADLINE_MILLIS = 30_000;

  /**
   * One process's seat at the ledger: what its agents share.
   *
   * @param ledger the store
   * @param region whom the process speaks for
   * @param options the policy and its bounds
   * @param self who speaks
   */
  public record Seat(Ledger ledger, String region, LedgerOptions options, Self self) {
    Observer observer() {
      return self.observer();
    }

    void answered(String what) {
      observer().changed(Observer.Dependency.LEDGER, true, what);
    }

    void failed(String why) {
      observer().changed(Observer.Dependency.LEDGER, false, why);
    }
  }

  private final Seat seat;
  private final Runnable changed;
  private final Cadence cadence;
  private long beatAt;

  /** Written by the ledger's threads, read by the agents. */
  private volatile int regions;

  private volatile boolean isChanged;
  private volatile boolean beating;

  /** Beats at this seat, and tells when the number of regions changed. */
  public Census(Seat seat, RandomGenerator random, Runnable changed) {
    this.seat = seat;
    this.changed = changed;
    this.regions = seat.options().minimumRegions();
    this.cadence = new Cadence(BEAT_MILLIS, random, seat.self().elapsedMillis());
  }

  @Override
  public int work() {
    if (isChanged) {
      isChanged = false;
      changed.run();
      return 1;
    }
    long now = seat.self().elapsedMillis();
    if ((beating && now - beatAt < DEADLINE_MILLIS) || !cadence.isDue(now)) {
      return 0;
    }
    beating = true;
    beatAt = now;
    seat.ledger().beat(seat.region(), seat.self().incarnation()).whenComplete((pulse, failure) -> {
      beating = false;
      if (failure == null) {
        heard(pulse);
      } else {
        seat.failed(String.valueOf(failure.getMessage()));
      }
    });
    return 1;
  }

  private void heard(Ledger.Pulse pulse) {
    seat.answered("answered a heartbeat");
    int seen = Math.max(seat.options().minimumRegions(), pulse.regions());
    isChanged |= seen != regions;
    regions = seen;
    seat.observer().measured(Observer.Gauge.REGIONS, seen);
    seat.observer()
        .measured(
            Observer.Gauge.LEDGER_SKEW_MILLIS, pulse.epochMillis() - seat.self().epochMillis());
  }

  /** How many regions there are, this one included: those heard of within a day, or the configured minimum. */
  public int regions() {
    return regions;
  }
}
