// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.ledger.Ledger;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The ledger as one process sees it: at the other end of a network, with a witness at both ends. Closing it leaves the store
 * alone, which others share.
 *
 * @param network what carries the calls
 * @param from who calls
 * @param store the ledger itself
 * @param witness hears of every call
 */
public record FarLedger(VirtualNetwork network, Life from, Ledger store, Witness witness)
    implements Ledger {

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> told = List.copyOf(components);
    return network.call(from.name(), Planet.LEDGER, () -> {
      witness.pushing(from, told);
      CompletionStage<List<Rejection>> rejections = store.push(told);
      witness.pushed(from, told);
      return rejections;
    });
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor cursor, int limit) {
    return network
        .call(
            from.name(),
            Planet.LEDGER,
            () -> store.pull(asker, cursor, limit).thenApply(page -> {
              witness.pulled(from, page);
              return page;
            }))
        .thenApply(page -> {
          witness.heardFromLedger(from, page);
          return page;
        });
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return network.call(from.name(), Planet.LEDGER, () -> {
      witness.beat(from, true, heartbeat.incarnation());
      return store.beat(heartbeat);
    });
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return network.call(from.name(), Planet.LEDGER, () -> store.leave(region, incarnation));
  }

  @Override
  public void close() {}
}
