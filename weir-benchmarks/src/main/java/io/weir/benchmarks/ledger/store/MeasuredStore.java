// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.benchmarks.ledger.store.Store.StoreFactory;
import io.weir.benchmarks.ledger.store.Store.Work;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.simulator.fleet.LedgerSource;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.run.RunProgress;
import io.weir.time.EpochClock;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ledger of a simulated fleet, measured from the end of the warm-up to the end of the run. */
public final class MeasuredStore implements LedgerSource, RunProgress, AutoCloseable {
  private static final long CLEANING_MILLIS = 60_000;

  private final StoreFactory factory;
  private final long fromMillis;
  private final long toMillis;
  private final Tally tally = new Tally();
  private Optional<Work> before = Optional.empty();
  private Optional<Work> after = Optional.empty();
  private @Nullable Store store;

  /**
   * Creates a store that the run opens and that is measured between these two virtual times. Both must be whole ticks.
   */
  public MeasuredStore(StoreFactory factory, long fromMillis, long toMillis) {
    this.factory = factory;
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
  }

  @Override
  public Function<ProcessInstance, Ledger> open(InMemoryLedger memory, EpochClock clock) {
    close(); // the store of a run that violated an invariant and is repeated
    Store opened = factory.open(memory, clock);
    store = opened;
    return process -> new MeasuredLedger(process.name(), opened, tally, clock);
  }

  @Override
  public void at(long virtualMillis, long checks) {
    Store measured = store;
    if (measured == null) {
      throw new IllegalStateException("nothing runs");
    }
    if (virtualMillis % CLEANING_MILLIS == 0) {
      measured.clean();
    }
    if (virtualMillis == fromMillis) {
      before = measured.work();
      tally.counting(true);
    } else if (virtualMillis == toMillis) {
      tally.counting(false);
      after = measured.work();
    }
  }

  /** The calls of all processes. */
  public Tally tally() {
    return tally;
  }

  /** The work inside the database server; empty if there is no server. */
  public Optional<Work> work() {
    return after.flatMap(late -> before.map(late::since));
  }

  @Override
  public void close() {
    Store opened = store;
    if (opened != null) {
      store = null;
      opened.close();
    }
  }
}
