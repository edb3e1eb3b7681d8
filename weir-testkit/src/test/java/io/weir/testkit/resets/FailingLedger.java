// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A ledger that a test can take away. */
record FailingLedger(InMemoryLedger store, Switch power) implements Ledger {
  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return power.unlessAway(() -> store.push(components));
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    return power.unlessAway(() -> store.pull(asker, from, limit));
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return power.unlessAway(() -> store.beat(heartbeat));
  }

  @Override
  public Resets resets() {
    return power.over(store.resets());
  }

  @Override
  public void close() {}
}
