// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * A ledger that fails randomly.
 *
 * @param store the ledger that performs the other calls
 * @param chance the current probability that a call fails, 0 to 1
 * @param random decides which calls fail
 */
record FailingLedger(Ledger store, DoubleSupplier chance, SplittableRandom random)
    implements Ledger {

  private <T> CompletionStage<T> maybe(Supplier<CompletionStage<T>> call) {
    return random.nextDouble() < chance.getAsDouble()
        ? CompletableFuture.failedFuture(new LedgerUnavailable("drawn to fail"))
        : call.get();
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return maybe(() -> store.push(components));
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return maybe(() -> store.pull(pullRequester, from, limit));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return maybe(() -> store.heartbeat(ledgerHeartbeat));
  }

  @Override
  public void close() {
    store.close();
  }
}
