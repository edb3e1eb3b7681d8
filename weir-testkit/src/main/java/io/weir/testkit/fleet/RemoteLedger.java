// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import io.weir.ledger.Ledger;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A ledger at the other end of a network. Closing it leaves the store alone, which others share.
 *
 * @param network what carries the calls
 * @param from who calls
 * @param to where the store is
 * @param store the store
 */
public record RemoteLedger(VirtualNetwork network, String from, String to, Ledger store)
    implements Ledger {

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> told = List.copyOf(components);
    return network.call(from, to, () -> store.push(told));
  }

  @Override
  public CompletionStage<PullPage> pull(
      PullRequester pullRequester, PullCursor pullCursor, int limit) {
    return network.call(from, to, () -> store.pull(pullRequester, pullCursor, limit));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return network.call(from, to, () -> store.heartbeat(ledgerHeartbeat));
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return network.call(from, to, () -> store.leave(region, incarnation));
  }

  @Override
  public void close() {}
}
