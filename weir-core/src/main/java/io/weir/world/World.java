// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Decision.ForeignExposure;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectScan;
import io.weir.cell.SubjectTable;
import io.weir.ledger.LedgerOptions;
import io.weir.sync.LedgerState;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** This region's part in the world: everything that talks to the ledger, wired together. */
public final class World implements Agent, LedgerState {
  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /** From an admission until the process that tells the ledger knows of it, and on the way there. */
  private static final long PROPAGATION_MILLIS = 300;

  private final LedgerLink link;
  private final boolean converged;
  private final RegionHeartbeat heartbeat;
  private final Pusher pusher;
  private final Puller puller;
  private final SubjectScan reconsiderScan;
  private final Consumer<Subject> refresh;

  /** Changes with the number of regions. Read by checks. */
  private volatile ForeignExposure foreignExposure;

  /** Takes part in the world at this seat. */
  public World(LedgerLink link, WorldContext worldContext, RandomGenerator random) {
    this.link = link;
    this.converged = worldContext.origin() != OriginState.NONE;
    this.heartbeat = new RegionHeartbeat(
        link,
        new RegionHeartbeat.RegionListener(
            this::reconsider, this::ledgerClock, worldContext.onDuplicate()));
    this.pusher = new Pusher(
        link,
        new Pusher.PusherContext(
            heartbeat, worldContext.sums(), worldContext.origin(), worldContext.maxHotBytes()),
        random);
    this.puller = new Puller(
        link,
        new Puller.PullerContext(
            worldContext.sums(),
            worldContext.table(),
            pusher,
            worldContext.origin(),
            worldContext.pageSize()),
        random);
    this.reconsiderScan = new SubjectScan(worldContext.table(), this::reconsider);
    this.refresh = worldContext.refresh();
    this.foreignExposure = foreignExposure(heartbeat.regions());
  }

  /**
   * What the world shares with the rest of the engine.
   *
   * @param table the subjects in memory
   * @param sums what other regions spent
   * @param origin what is known of this process's origin
   * @param refresh asks the origin again what it holds of a subject
   * @param onDuplicate hears that another process writes under the same name
   * @param maxHotBytes how much memory hot cells may take
   * @param pageSize how many sums the ledger is asked for at once
   */
  public record WorldContext(
      SubjectTable table,
      ForeignSums sums,
      OriginState origin,
      Consumer<Subject> refresh,
      Runnable onDuplicate,
      long maxHotBytes,
      int pageSize) {}

  /** This process writes under another name from now on. */
  public void renewName() {
    heartbeat.renewName();
    puller.followDataSet();
  }

  @Override
  public boolean tryFinish(Cell cell) {
    boolean isShared = isShared(cell.subject());
    if (isShared) {
      pusher.pushFinal(cell);
    }
    return isShared;
  }

  /** Whether regions share the subject: its windows are long enough for them to hear of each other. */
  private static boolean isShared(Subject subject) {
    return subject.scope().duration() >= LedgerOptions.MIN_DURATION_MILLIS;
  }

  private void reconsider(Subject subject) {
    Cell previous = subject.previous();
    if (previous != null) {
      reconsider(previous);
    }
    reconsider(subject.current());
    if (heartbeat.isMixed() && isShared(subject)) {
      // Perhaps only the origin knows what a process that left had admitted.
      refresh.accept(subject);
    }
  }

  private void reconsider(Cell cell) {
    if (cell.regional() > 0) {
      pusher.consider(cell);
    }
  }

  /** The number of regions changed, and with it every threshold: cells that nobody checks have to be looked at too. */
  private void reconsider() {
    foreignExposure = foreignExposure(heartbeat.regions());
    reconsiderScan.request();
  }

  private ForeignExposure foreignExposure(int regions) {
    return new ForeignExposure(
        (regions - 1) * link.options().terms().floor(regions),
        PROPAGATION_MILLIS
            + link.options().policy().maxPushMillis(link.options().terms()));
  }

  /** What other regions may keep to themselves. */
  public ForeignExposure foreignExposure() {
    return foreignExposure;
  }

  private void ledgerClock(long epochMillis) {
    puller.ledgerClock(epochMillis);
  }

  /** Completes when it is known what other regions, and this one before a restart, have spent; or that it can't be known. */
  public CompletableFuture<Boolean> firstPull() {
    return puller.firstPull();
  }

  /** Hears that a cell was admitted to. */
  public void changed(Cell cell) {
    if (converged) {
      pusher.consider(cell);
    } else {
      pusher.changed(cell);
    }
  }

  @Override
  public int work() {
    return heartbeat.work() + puller.work() + reconsiderScan.work() + pusher.work();
  }

  /** Unix milliseconds up to which other regions' counts are known. */
  public long asOf() {
    return puller.asOf();
  }

  /** How much memory hot cells take. */
  public long hotBytes() {
    return pusher.hotBytes();
  }

  @Override
  public boolean isWithoutOrigins() {
    return heartbeat.isWithoutOrigins();
  }

  @Override
  public boolean isPulled() {
    return puller.firstPull().isDone();
  }

  /** Tells the ledger everything, as long as it is waited for, says goodbye, and closes it. */
  public void close(Consumer<BooleanSupplier> waiting) {
    pusher.flush();
    waiting.accept(pusher::isBusy);
    if (pusher.isBusy()) {
      LOG.log(
          Level.WARNING,
          "shut down with {0} unpublished cells: the ledger did not accept them",
          pusher.waiting());
    }
    heartbeat.leave();
    waiting.accept(heartbeat::isLeaving);
    link.close();
  }
}
