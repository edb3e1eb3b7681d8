// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.process.Incarnation;
import io.weir.sync.Heartbeat;
import io.weir.sync.InFlight;
import io.weir.time.Agent;
import java.util.function.LongConsumer;

/** Records in the ledger that this process is alive, and learns how many regions, processes and origins there are. */
public final class Census implements Agent {

  /** Regions come and go within days: this only has to be quick enough for a fleet that is just starting. */
  private static final long BEAT_MILLIS = 10_000;

  /** An answer that took longer never comes. */
  private static final long DEADLINE_MILLIS = 15_000;

  private final Seat seat;
  private final Wiring wiring;
  private final Heartbeat<Ledger.Heartbeat, Ledger.Pulse> beats;
  private int regions;
  private int processes = 1;
  private boolean isMixed;

  /** Whether no process of the region has an origin, this one included: it does not know the name of its own. */
  private boolean isWithoutOrigins;

  /**
   * Whom the census tells.
   *
   * @param changed hears that the number of regions changed
   * @param ledgerClock hears what the ledger's clock says, in Unix milliseconds
   * @param duplicated hears that another process writes under the same name
   */
  public record Wiring(Runnable changed, LongConsumer ledgerClock, Runnable duplicated) {}

  /** Beats at this seat. */
  public Census(Seat seat, Wiring wiring) {
    this.seat = seat;
    this.wiring = wiring;
    this.beats = new Heartbeat<>(seat.beats(), BEAT_MILLIS, new Outcome());
    this.regions = seat.options().minimumRegions();
  }

  @Override
  public int work() {
    int done = beats.takeAnswer();
    if (!beats.isDue() || !seat.beats().tryCall()) {
      return done;
    }
    beats.pause();
    Incarnation incarnation = seat.self().incarnation();
    Ledger.Heartbeat heartbeat = new Ledger.Heartbeat(
        seat.region(),
        incarnation.name(),
        incarnation.dataSet(),
        beats.numbers().next());
    beats.await(heartbeat, seat.ledger().beat(heartbeat), DEADLINE_MILLIS);
    return done + 1;
  }

  /** What becomes of a beat. */
  private final class Outcome implements InFlight.Listener<Ledger.Heartbeat, Ledger.Pulse> {
    @Override
    public void answered(Ledger.Heartbeat heartbeat, Ledger.Pulse pulse) {
      heard(pulse);
      if (beats.numbers().answered(heartbeat.number(), pulse.previousNumber())) {
        wiring.duplicated().run();
      }
    }

    @Override
    public void failed(Ledger.Heartbeat heartbeat) {
      // The next beat says all that this one would have.
    }
  }

  private void heard(Ledger.Pulse pulse) {
    int seen = Math.max(seat.options().minimumRegions(), pulse.regions());
    boolean isNew = seen != regions || pulse.isMixed() != isMixed;
    regions = seen;
    isMixed = pulse.isMixed();
    isWithoutOrigins = pulse.origins() == 0;
    processes = Math.max(1, pulse.processes());
    wiring.ledgerClock().accept(pulse.epochMillis());
    seat.observer().measured(Observer.Gauge.REGIONS, seen);
    seat.observer().measured(Observer.Gauge.ORIGINS, pulse.origins());
    seat.observer()
        .measured(Observer.Gauge.LEDGER_SKEW_MILLIS, pulse.epochMillis() - seat.epochMillis());
    if (isNew) {
      wiring.changed().run();
    }
  }

  /** Starts to count heartbeats anew, under another name. */
  public void rename() {
    beats.numbers().reset();
  }

  /**
   * Whether this region's processes have different origins, or some have none, as while one is added, removed or replaced.
   * Then they know of each other through the ledger alone, and it is told of everything.
   */
  public boolean isMixed() {
    return isMixed;
  }

  /** Whether the ledger said that no process of this region knows the data set of an origin. */
  public boolean isWithoutOrigins() {
    return isWithoutOrigins;
  }

  /** Says goodbye, so that the others need not wait for this process's beats to stop. */
  public void leave() {
    if (beats.tryLeave()) {
      beats.awaitLeave(
          seat.ledger().leave(seat.region(), seat.self().incarnation().name()));
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return beats.isLeaving();
  }

  /** How many processes of this region the ledger has heard of within a minute, this one included. */
  int processes() {
    return processes;
  }

  /** How many regions there are, this one included: those heard of within a day, or the configured minimum. */
  public int regions() {
    return regions;
  }
}
