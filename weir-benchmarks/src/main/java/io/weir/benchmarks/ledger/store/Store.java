// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A ledger that follows virtual time, and what can be learned of its insides. */
public interface Store extends AutoCloseable {
  /** The ledger. */
  Ledger ledger();

  /** Nanoseconds spent so far on making it follow virtual time. */
  LongSupplier setUpNanos();

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
  static Store inMemory(EpochClock clock) {
    InMemoryLedger ledger = new InMemoryLedger(clock);
    return new Store() {
      @Override
      public Ledger ledger() {
        return ledger;
      }

      @Override
      public LongSupplier setUpNanos() {
        return () -> 0;
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
