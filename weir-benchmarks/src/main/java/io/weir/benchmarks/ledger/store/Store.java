// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.Optional;

/** A ledger that follows a fleet's time, with statistics about its server. */
public interface Store extends AutoCloseable {
  /** Opens an empty store. */
  @FunctionalInterface
  interface StoreFactory {
    /**
     * Opens the store.
     *
     * @param memory the ledger in memory, which must receive every push too
     * @param clock the fleet's time
     */
    Store open(InMemoryLedger memory, EpochClock clock);
  }

  /** The ledger. */
  Ledger ledger();

  /** Copies a push to the ledger in memory, unless this store is that ledger. */
  void mirror(List<Ledger.Component> components);

  /** Nanoseconds spent so far on making the database follow the fleet's time. */
  long setUpNanos();

  /** Deletes expired rows, as the elected process would do once a minute. */
  void clean();

  /** The work that the server reports; empty if there is no server. */
  Optional<Work> work();

  @Override
  void close();

  /**
   * The work of a server.
   *
   * @param rows rows read, changed or written internally, including intermediate results
   * @param bytes bytes sent
   */
  record Work(long rows, long bytes) {
    /** The work done since an earlier reading. */
    public Work since(Work earlier) {
      return new Work(rows - earlier.rows, bytes - earlier.bytes);
    }
  }

  /** A store without a database. */
  static Store inMemory(InMemoryLedger memory, EpochClock clock) {
    return new Store() {
      @Override
      public Ledger ledger() {
        return memory;
      }

      @Override
      public void mirror(List<Ledger.Component> components) {}

      @Override
      public long setUpNanos() {
        return 0;
      }

      @Override
      public void clean() {}

      @Override
      public Optional<Work> work() {
        return Optional.empty();
      }

      @Override
      public void close() {}
    };
  }
}
