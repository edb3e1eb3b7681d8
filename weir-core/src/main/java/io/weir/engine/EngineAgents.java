// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectExpiry;
import io.weir.cell.SubjectTable;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.reset.Epochs;
import io.weir.reset.Resetter;
import io.weir.sync.LedgerState;
import io.weir.sync.NameRenewal;
import io.weir.sync.OriginState;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.world.ForeignSums;
import io.weir.world.LedgerLink;
import io.weir.world.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The subjects of an engine and the agents that work on them: expiry, resets, synchronization with the stores. */
final class EngineAgents implements Agent {
  /** The maximum number of signals per step, so that a flood of new cells does not delay other agents. */
  private static final int SIGNALS_PER_STEP = 4_096;

  private final MemoryPlan memory;
  private final ForeignSums sums;
  private final SubjectTable table;
  private final SubjectExpiry subjectExpiry;
  private final NameRenewal nameRenewal;
  private final Resetter resetter;
  private final @Nullable Region region;
  private final @Nullable World world;

  EngineAgents(EngineBuilder builder, ProcessContext processContext) {
    this.memory = builder.memory();
    this.sums = builder.foreignSums();
    Epochs epochs = new Epochs();
    this.table = builder.table(sums, processContext.observer(), epochs);
    this.resetter = new Resetter(processContext, builder.resets(), epochs, table::retireOutdated);
    this.subjectExpiry = new SubjectExpiry(table, processContext.clock());
    this.nameRenewal = new NameRenewal(processContext, table, this::renewName, this::isOverloaded);
    this.region = builder.origin == null
        ? null
        : new Region(
            builder.origin,
            builder.originOptions(),
            processContext,
            new Region.RegionContext(
                table, this::notifyWorld, nameRenewal, this::ledger, memory.drafts()));
    this.world = builder.ledger == null
        ? null
        : new World(
            new LedgerLink(builder.ledger, builder.region, builder.ledgerOptions, processContext),
            new World.WorldContext(
                table,
                sums,
                region == null ? OriginState.NONE : region,
                this::refresh,
                nameRenewal::renew,
                memory.hotCells(),
                memory.sumsPerPage()),
            builder.random);
  }

  private LedgerState ledger() {
    return world == null ? LedgerState.NONE : world;
  }

  private boolean isOverloaded() {
    return region != null && region.hasManyOrphans();
  }

  private void refresh(Subject subject) {
    if (region != null) {
      region.reader().refreshInBackground(subject);
    }
  }

  /** Makes the region and the world write under the new name of this process. */
  private void renewName() {
    if (region != null) {
      region.renewName();
    }
    if (world != null) {
      world.renewName();
    }
  }

  private void notifyWorld(Cell cell) {
    if (world != null) {
      world.changed(cell);
    }
  }

  SubjectTable table() {
    return table;
  }

  Resetter resetter() {
    return resetter;
  }

  @Nullable
  Region region() {
    return region;
  }

  @Nullable
  World world() {
    return world;
  }

  /** Whether this process has neither a region nor a world to share counts with. */
  boolean isStandalone() {
    return region == null && world == null;
  }

  /** Passes the runner of the agents to the region. */
  void runBy(AgentRunner runner) {
    if (region != null) {
      region.runBy(runner);
    }
  }

  /** Futures that complete once each store has answered or turned out to be unavailable. */
  List<CompletableFuture<?>> firstAnswers() {
    CompletableFuture<?> none = CompletableFuture.completedFuture(null);
    return List.of(
        region == null ? none : region.firstHeartbeat(),
        resetter.firstRead(),
        world == null ? none : world.firstPull());
  }

  @Override
  public int work() {
    int done = dispatchSignals() + subjectExpiry.work() + nameRenewal.work() + resetter.work();
    if (region != null) {
      done += region.work();
    }
    if (world != null) {
      done += world.work();
    }
    return done;
  }

  private int dispatchSignals() {
    int passed = 0;
    while (passed < SIGNALS_PER_STEP) {
      Cell cell = table.signals().poll();
      if (cell == null) {
        return passed;
      }
      passed++;
      if (region != null
          && cell.count() > 0) { // else it signals a lower limit and has nothing to publish
        region.changed(cell);
      }
      notifyWorld(cell);
    }
    return passed;
  }

  MemoryPlan memoryPlan() {
    return memory;
  }

  MemoryUse memoryUse() {
    return new MemoryUse(
        table.bytes(),
        world == null ? 0 : world.hotBytes(),
        region == null ? 0 : region.orphanBytes(),
        sums.bytes());
  }

  /** Publishes unpublished counts to the origin and then to the ledger, each within its time-out, and closes both. */
  void close(DrainLoop drainLoop) {
    resetter.close();
    drainLoop.restartTimeout();
    if (region != null) {
      drainLoop.runWhile(region.reader()::isBusy);
      region.cancelReads();
    }
    if (!isStandalone()) {
      table.close();
      while (dispatchSignals() > 0) {
        // until everything admitted so far is dispatched
      }
    }
    if (region != null) {
      region.close(drainLoop::runWhile);
    }
    if (world != null) {
      drainLoop.restartTimeout(); // an unavailable origin must not use up the time for the ledger
      world.close(drainLoop::runWhile);
    }
  }
}
