// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A ledger that keeps nothing, so that only the engine's cost is measured. It reports two regions.
 *
 * @param clock the time that it reports
 */
public record NoopLedger(EpochClock clock) implements Ledger {
  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return CompletableFuture.completedFuture(new PullPage(List.of(), clock.epochMillis()));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return CompletableFuture.completedFuture(
        new LedgerStatus(2, 1, 0, false, 0, clock.epochMillis()));
  }

  @Override
  public void close() {}
}
