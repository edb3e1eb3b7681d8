// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.process.Incarnation;
import io.weir.sync.Heartbeat;
import io.weir.sync.InFlight;
import io.weir.time.Agent;
import java.util.function.LongConsumer;

/** Sends heartbeats to the ledger. Learns from the answers how many regions, processes and origins there are. */
public final class RegionHeartbeat implements Agent {

  /** Regions change within days, so this only has to be short enough for a fleet that is just starting. */
  private static final long HEARTBEAT_MILLIS = 10_000;

  /** An answer that takes longer is treated as lost. */
  private static final long DEADLINE_MILLIS = 15_000;

  private final LedgerLink link;
  private final RegionListener context;
  private final Heartbeat<Ledger.LedgerHeartbeat, Ledger.LedgerStatus> beats;
  private int regions;
  private int processes = 1;
  private boolean isMixed;

  /**
   * Whether no process of the region has a known origin. Includes this process, which does not know the name of its
   * own.
   */
  private boolean isWithoutOrigins;

  /**
   * Receives what heartbeats reveal.
   *
   * @param onChanged called when the number of regions changed
   * @param ledgerClock called with readings of the ledger's clock, in Unix milliseconds
   * @param onDuplicate called when another process writes under the same name
   */
  public record RegionListener(
      Runnable onChanged, LongConsumer ledgerClock, Runnable onDuplicate) {}

  /** Creates a heartbeat that uses this link. */
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

  /** Handles the result of a heartbeat. */
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
      // The next heartbeat contains everything that this one did.
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

  /** Restarts the heartbeat numbers, under a new process name. */
  public void renewName() {
    beats.numbers().reset();
  }

  /**
   * Whether this region's processes have different origins, or some have none, as while an origin is added, removed or
   * replaced. Then they share counts through the ledger alone, and everything is pushed to it.
   */
  public boolean isMixed() {
    return isMixed;
  }

  /** Whether the ledger reported that no process of this region knows the data set of an origin. */
  public boolean isWithoutOrigins() {
    return isWithoutOrigins;
  }

  /** Sends the leave message, so that the others need not wait for this process's heartbeats to expire. */
  public void leave() {
    if (beats.tryLeave()) {
      beats.awaitLeave(
          link.ledger().leave(link.region(), link.self().incarnation().name()));
    }
  }

  /** Whether the leave message is still in flight. */
  public boolean isLeaving() {
    return beats.isLeaving();
  }

  /** The number of processes of this region that sent the ledger a heartbeat within a minute, this one included. */
  int processes() {
    return processes;
  }

  /**
   * The number of regions that sent a heartbeat within a day, this one included, or the configured minimum if that is
   * larger.
   */
  public int regions() {
    return regions;
  }
}
