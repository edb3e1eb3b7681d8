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

/** This process's exchange with other regions: everything that talks to the ledger, wired together. */
public final class World implements Agent, LedgerState {
  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /** The time from an admission until the process that pushes it knows of it, and transit time. */
  private static final long PROPAGATION_MILLIS = 300;

  private final LedgerLink link;
  private final boolean converged;
  private final RegionHeartbeat heartbeat;
  private final Pusher pusher;
  private final Puller puller;
  private final SubjectScan reconsiderScan;
  private final Consumer<Subject> refresh;

  /** Depends on the number of regions. Read by checks. */
  private volatile ForeignExposure foreignExposure;

  /** Creates this process's exchange over this link. */
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
   * What the exchange shares with the rest of the engine.
   *
   * @param table the subjects in memory
   * @param sums the sums of other regions
   * @param origin the state of this process's origin
   * @param refresh reads a subject's counts from the origin again
   * @param onDuplicate called when another process writes under the same name
   * @param maxHotBytes the memory that hot cells may use
   * @param pageSize the number of sums per page of a pull
   */
  public record WorldContext(
      SubjectTable table,
      ForeignSums sums,
      OriginState origin,
      Consumer<Subject> refresh,
      Runnable onDuplicate,
      long maxHotBytes,
      int pageSize) {}

  /** Called after this process got a new name. */
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

  /** Whether regions share the subject: its windows are long enough for counts to cross regions. */
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
      // The admissions of a process that left may be known to the origin alone.
      refresh.accept(subject);
    }
  }

  private void reconsider(Cell cell) {
    if (cell.regional() > 0) {
      pusher.consider(cell);
    }
  }

  /**
   * Re-evaluates all cells after the number of regions changed, which changes every threshold. Cells without checks
   * are included.
   */
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

  /** What other regions may have spent without pushing it yet. */
  public ForeignExposure foreignExposure() {
    return foreignExposure;
  }

  private void ledgerClock(long epochMillis) {
    puller.ledgerClock(epochMillis);
  }

  /**
   * Completes when the usage of other regions, and of this one before a restart, is known, or can't be known for now.
   */
  public CompletableFuture<Boolean> firstPull() {
    return puller.firstPull();
  }

  /** Called when cost was admitted to a cell. */
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

  /** The memory that hot cells use. */
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

  /**
   * Pushes all counts to the ledger, as long as {@code waiting} permits, sends the leave message, and closes the
   * ledger.
   */
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
