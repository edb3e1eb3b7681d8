// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.Optional;

/** A ledger that follows a fleet's time, and what can be learned of its insides. */
public interface Store extends AutoCloseable {
  /** Opens an empty one. */
  @FunctionalInterface
  interface StoreFactory {
    /**
     * Opens it.
     *
     * @param memory has to hear of every push too
     * @param clock the fleet's time
     */
    Store open(InMemoryLedger memory, EpochClock clock);
  }

  /** The ledger. */
  Ledger ledger();

  /** Brings a push to the ledger in memory, if that is another one. */
  void mirror(List<Ledger.Component> components);

  /** Nanoseconds spent so far on making it follow the fleet's time. */
  long setUpNanos();

  /** Deletes what can no longer matter, as the elected process would once a minute. */
  void clean();

  /** What the server says it has done so far; empty if there is no server. */
  Optional<Work> work();

  @Override
  void close();

  /**
   * What a server did.
   *
   * @param rows that it read, changed or wrote inside, also on the way to an answer
   * @param bytes that it sent
   */
  record Work(long rows, long bytes) {
    /** What was done since. */
    public Work since(Work earlier) {
      return new Work(rows - earlier.rows, bytes - earlier.bytes);
    }
  }

  /** Without a database. */
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
