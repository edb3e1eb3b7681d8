// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Counts and times one process's calls to a ledger whose calls complete before they return.
 *
 * @param process the name of the process
 * @param store the ledger
 * @param tally receives the counts and times
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
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return timed(Tally.Call.PULL, () -> store.ledger().pull(pullRequester, from, limit))
        .thenApply(pullPage -> {
          tally.read(from.since(), pullPage.sums().size(), clock.epochMillis());
          return pullPage;
        });
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return timed(Tally.Call.BEAT, () -> store.ledger().heartbeat(ledgerHeartbeat));
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return store.ledger().leave(region, incarnation);
  }

  /** Times a call, excluding what the store spent on following the fleet's time. */
  private <T> CompletionStage<T> timed(Tally.Call call, Supplier<CompletionStage<T>> work) {
    long setUp = store.setUpNanos();
    long began = System.nanoTime();
    CompletionStage<T> answer = work.get();
    tally.called(call, System.nanoTime() - began - (store.setUpNanos() - setUp));
    return answer;
  }

  /** Does not close the store, because other processes share it. */
  @Override
  public void close() {}
}
