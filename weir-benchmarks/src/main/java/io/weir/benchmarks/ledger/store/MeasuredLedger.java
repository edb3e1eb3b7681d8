// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Counts and times what one process asks of a ledger that answers before a call returns.
 *
 * @param process the name of the process
 * @param store the ledger
 * @param tally where it is written down
 * @param clock the fleet's time
 */
record MeasuredLedger(String process, Store store, Tally tally, EpochClock clock)
    implements Ledger {

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    tally.wrote(process, components, clock.epochMillis());
    store.mirror(components);
    return timed(Tally.Call.PUSH, () -> store.ledger().push(components));
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    return timed(Tally.Call.PULL, () -> store.ledger().pull(asker, from, limit)).thenApply(page -> {
      tally.read(from.since(), page.sums().size(), clock.epochMillis());
      return page;
    });
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return timed(Tally.Call.BEAT, () -> store.ledger().beat(heartbeat));
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return store.ledger().leave(region, incarnation);
  }

  /** Without what the store spent on following the fleet's time. */
  private <T> CompletionStage<T> timed(Tally.Call call, Supplier<CompletionStage<T>> work) {
    long setUp = store.setUpNanos();
    long began = System.nanoTime();
    CompletionStage<T> answer = work.get();
    tally.called(call, System.nanoTime() - began - (store.setUpNanos() - setUp));
    return answer;
  }

  /** Leaves the store alone, which others share. */
  @Override
  public void close() {}
}
