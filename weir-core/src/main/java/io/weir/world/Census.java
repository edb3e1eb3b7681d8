// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.process.HeartbeatNumbers;
import io.weir.process.Incarnation;
import io.weir.time.Agent;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/** Records in the ledger that this process is alive, and learns how many regions, processes and origins there are. */
public final class Census implements Agent {

  /** Regions come and go within days: this only has to be quick enough for a fleet that is just starting. */
  private static final long BEAT_MILLIS = 10_000;

  /** The first pause, doubled up to the full one: regions that start together know of each other before they spend much. */
  private static final long FIRST_PAUSE_MILLIS = 125;

  /** An answer that took longer never comes. */
  private static final long DEADLINE_MILLIS = 15_000;

  private final Seat seat;
  private final Wiring wiring;
  private long nextBeat;
  private long pause = FIRST_PAUSE_MILLIS;
  private long beatAt;

  private final HeartbeatNumbers numbers;

  /** Written by the ledger's threads, read by the agents. */
  private volatile int regions;

  private volatile int processes = 1;

  private volatile boolean isMixed;

  /** Whether no process of the region has an origin, this one included: it does not know the name of its own. */
  private volatile boolean isWithoutOrigins;

  private volatile boolean isChanged;

  /** Whether another process was seen to beat under the same name. */
  private volatile boolean isDuplicated;

  /** The latest beat: true until it is answered or given up, so that the breaker hears of it exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  /** Whether the last word was said; nothing is said after it. */
  private boolean hasLeft;

  /** Whether the last word was not answered yet. */
  private volatile boolean isLeaving;

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
    this.numbers = new HeartbeatNumbers(seat.self().elapsed());
    this.regions = seat.options().minimumRegions();
    this.nextBeat = seat.elapsedMillis();
  }

  @Override
  public int work() {
    if (isChanged) {
      isChanged = false;
      wiring.changed().run();
      return 1;
    }
    if (isDuplicated) {
      isDuplicated = false;
      wiring.duplicated().run();
      return 1;
    }
    long now = seat.elapsedMillis();
    if (hasLeft || now < nextBeat || (unanswered.get() && now - beatAt < DEADLINE_MILLIS)) {
      return 0;
    }
    if (unanswered.getAndSet(false)) {
      seat.failed(Seat.Call.BEAT, "heartbeat timed out after " + DEADLINE_MILLIS + " ms");
    }
    if (!seat.may(Seat.Call.BEAT)) {
      return 0;
    }
    nextBeat = now + pause;
    pause = Math.min(2 * pause, BEAT_MILLIS);
    beat(now);
    return 1;
  }

  private void beat(long now) {
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    beatAt = now;
    Incarnation incarnation = seat.self().incarnation();
    Ledger.Heartbeat heartbeat = new Ledger.Heartbeat(
        seat.region(), incarnation.name(), incarnation.dataSet(), numbers.next());
    seat.ledger().beat(heartbeat).whenComplete((pulse, failure) -> {
      if (!mine.getAndSet(false)) {
        return; // given up
      }
      if (failure == null) {
        isDuplicated |= numbers.answered(heartbeat.number(), pulse.previousNumber());
        heard(pulse);
      } else {
        seat.failed(Seat.Call.BEAT, Seat.reason(failure));
      }
    });
  }

  private void heard(Ledger.Pulse pulse) {
    seat.answered(Seat.Call.BEAT, "heartbeat succeeded");
    int seen = Math.max(seat.options().minimumRegions(), pulse.regions());
    boolean isNew = seen != regions || pulse.isMixed() != isMixed;
    regions = seen;
    isMixed = pulse.isMixed();
    isWithoutOrigins = pulse.origins() == 0;
    isChanged |= isNew; // last: whoever sees it finds the new number
    processes = Math.max(1, pulse.processes());
    wiring.ledgerClock().accept(pulse.epochMillis());
    seat.observer().measured(Observer.Gauge.REGIONS, seen);
    seat.observer().measured(Observer.Gauge.ORIGINS, pulse.origins());
    seat.observer()
        .measured(Observer.Gauge.LEDGER_SKEW_MILLIS, pulse.epochMillis() - seat.epochMillis());
  }

  /** Starts to count heartbeats anew, under another name. */
  public void rename() {
    numbers.reset();
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
    hasLeft = true;
    if (seat.may(Seat.Call.BEAT)) {
      isLeaving = true;
      seat.ledger()
          .leave(seat.region(), seat.self().incarnation().name())
          .whenComplete((done, failure) -> isLeaving = false);
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return isLeaving;
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
