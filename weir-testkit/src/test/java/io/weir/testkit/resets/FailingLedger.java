// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A ledger that a test can make unavailable. */
record FailingLedger(InMemoryLedger store, AvailabilitySwitch power) implements Ledger {
  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return power.ifAvailable(() -> store.push(components));
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return power.ifAvailable(() -> store.pull(pullRequester, from, limit));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return power.ifAvailable(() -> store.heartbeat(ledgerHeartbeat));
  }

  @Override
  public Resets resets() {
    return power.over(store.resets());
  }

  @Override
  public void close() {}
}
