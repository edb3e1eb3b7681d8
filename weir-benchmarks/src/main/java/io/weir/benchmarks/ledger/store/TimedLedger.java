// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.ledger.Ledger;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times a ledger that answers before a call returns.
 *
 * @param ledger what is timed
 * @param setUp nanoseconds spent so far on what is not the ledger's doing, such as setting its clock
 * @param tally hears
 */
public record TimedLedger(Ledger ledger, LongSupplier setUp, Tally tally) implements Ledger {

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return timed(Tally.Call.PUSH, () -> ledger.push(components));
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return timed(Tally.Call.PULL, () -> ledger.pull(pullRequester, from, limit));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return timed(Tally.Call.BEAT, () -> ledger.heartbeat(ledgerHeartbeat));
  }

  private <T> CompletionStage<T> timed(Tally.Call call, Supplier<CompletionStage<T>> work) {
    long notItsDoing = setUp.getAsLong();
    long began = System.nanoTime();
    CompletionStage<T> answer = work.get();
    tally.took(call, System.nanoTime() - began - (setUp.getAsLong() - notItsDoing));
    return answer;
  }

  @Override
  public void close() {
    ledger.close();
  }
}
