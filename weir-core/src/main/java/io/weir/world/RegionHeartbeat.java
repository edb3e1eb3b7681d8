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
public final class RegionHeartbeat implements Agent {

  /** Regions come and go within days: this only has to be quick enough for a fleet that is just starting. */
  private static final long HEARTBEAT_MILLIS = 10_000;

  /** An answer that took longer never comes. */
  private static final long DEADLINE_MILLIS = 15_000;

  private final LedgerLink link;
  private final RegionListener context;
  private final Heartbeat<Ledger.LedgerHeartbeat, Ledger.LedgerStatus> beats;
  private int regions;
  private int processes = 1;
  private boolean isMixed;

  /** Whether no process of the region has an origin, this one included: it does not know the name of its own. */
  private boolean isWithoutOrigins;

  /**
   * Whom the census tells.
   *
   * @param onChanged hears that the number of regions changed
   * @param ledgerClock hears what the ledger's clock says, in Unix milliseconds
   * @param onDuplicate hears that another process writes under the same name
   */
  public record RegionListener(
      Runnable onChanged, LongConsumer ledgerClock, Runnable onDuplicate) {}

  /** Beats at this seat. */
  public RegionHeartbeat(LedgerLink link, RegionListener context) {
    this.link = link;
    this.context = context;
    this.beats = new Heartbeat<>(link.beats(), HEARTBEAT_MILLIS, new RegionHeartbeatResult());
    this.regions = link.options().minimumRegions();
  }

  @Override
  public int work() {
    int done = beats.takeAnswer();
    if (!beats.isDue() || !link.beats().tryCall()) {
      return done;
    }
    beats.pause();
    Incarnation incarnation = link.self().incarnation();
    Ledger.LedgerHeartbeat ledgerHeartbeat = new Ledger.LedgerHeartbeat(
        link.region(),
        incarnation.name(),
        incarnation.dataSet(),
        beats.numbers().next());
    beats.await(ledgerHeartbeat, link.ledger().heartbeat(ledgerHeartbeat), DEADLINE_MILLIS);
    return done + 1;
  }

  /** What becomes of a beat. */
  private final class RegionHeartbeatResult
      implements InFlight.Listener<Ledger.LedgerHeartbeat, Ledger.LedgerStatus> {
    @Override
    public void answered(Ledger.LedgerHeartbeat ledgerHeartbeat, Ledger.LedgerStatus ledgerStatus) {
      onStatus(ledgerStatus);
      if (beats.numbers().answered(ledgerHeartbeat.number(), ledgerStatus.previousNumber())) {
        context.onDuplicate().run();
      }
    }

    @Override
    public void failed(Ledger.LedgerHeartbeat ledgerHeartbeat) {
      // The next beat says all that this one would have.
    }
  }

  private void onStatus(Ledger.LedgerStatus ledgerStatus) {
    int seen = Math.max(link.options().minimumRegions(), ledgerStatus.regions());
    boolean isNew = seen != regions || ledgerStatus.isMixed() != isMixed;
    regions = seen;
    isMixed = ledgerStatus.isMixed();
    isWithoutOrigins = ledgerStatus.origins() == 0;
    processes = Math.max(1, ledgerStatus.processes());
    context.ledgerClock().accept(ledgerStatus.epochMillis());
    link.observer().onGauge(Observer.Gauge.REGIONS, seen);
    link.observer().onGauge(Observer.Gauge.ORIGINS, ledgerStatus.origins());
    link.observer()
        .onGauge(
            Observer.Gauge.LEDGER_SKEW_MILLIS, ledgerStatus.epochMillis() - link.epochMillis());
    if (isNew) {
      context.onChanged().run();
    }
  }

  /** Starts to count heartbeats anew, under another name. */
  public void renewName() {
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
          link.ledger().leave(link.region(), link.self().incarnation().name()));
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
