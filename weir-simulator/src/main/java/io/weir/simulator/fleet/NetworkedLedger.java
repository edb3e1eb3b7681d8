// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.Ledger;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The ledger as one process sees it: behind a network, with a listener at both ends. Closing it does not close the
 * store, which other processes share.
 *
 * @param network the network that carries the calls
 * @param from the calling process
 * @param store the ledger itself
 * @param listener the listener that receives every call
 */
public record NetworkedLedger(
    VirtualNetwork network, ProcessInstance from, Ledger store, MessageListener listener)
    implements Ledger {

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> copy = List.copyOf(components);
    return network.call(from.name(), SimulatedFleet.LEDGER_PLACE, () -> {
      listener.pushing(from, copy);
      CompletionStage<List<Rejection>> rejections = store.push(copy);
      listener.pushed(from, copy);
      return rejections;
    });
  }

  @Override
  public CompletionStage<PullPage> pull(
      PullRequester pullRequester, PullCursor pullCursor, int limit) {
    return network
        .call(
            from.name(),
            SimulatedFleet.LEDGER_PLACE,
            () -> store.pull(pullRequester, pullCursor, limit).thenApply(pullPage -> {
              listener.pulled(from, pullPage);
              return pullPage;
            }))
        .thenApply(pullPage -> {
          listener.ledgerAnswered(from, pullPage);
          return pullPage;
        });
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    return network.call(from.name(), SimulatedFleet.LEDGER_PLACE, () -> {
      listener.heartbeat(from, true, ledgerHeartbeat.incarnation());
      return store.heartbeat(ledgerHeartbeat);
    });
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return network.call(
        from.name(), SimulatedFleet.LEDGER_PLACE, () -> store.leave(region, incarnation));
  }

  @Override
  public void close() {}
}
