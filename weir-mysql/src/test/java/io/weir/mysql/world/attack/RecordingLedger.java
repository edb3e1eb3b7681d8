// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.ledger.Ledger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A region's ledger that records what the database confirmed of each cell. */
final class RecordingLedger implements Ledger {
  private final Ledger store;
  private final Map<Long, Long> pushedBySequence = new HashMap<>();

  RecordingLedger(Ledger store) {
    this.store = store;
  }

  /** Returns how much of this region's count in a cell every other region can see. */
  long pushed(long sequence) {
    return pushedBySequence.getOrDefault(sequence, 0L);
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return store.push(components).thenApply(rejections -> {
      components.forEach(component ->
          pushedBySequence.merge(component.cell().sequence(), component.count(), Math::max));
      return rejections;
    });
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return store.pull(pullRequester, from, limit);
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return store.heartbeat(ledgerHeartbeat);
  }

  @Override
  public void close() {
    store.close();
  }
}
