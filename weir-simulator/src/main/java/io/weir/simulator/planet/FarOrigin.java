// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.origin.Origin;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A region's origin as one process sees it: at the other end of a network, with a witness at both ends. Closing it leaves the
 * store alone, which others share.
 *
 * @param network what carries the calls
 * @param from who calls
 * @param store the origin itself
 * @param witness hears of every call
 */
public record FarOrigin(VirtualNetwork network, Life from, Origin store, Witness witness)
    implements Origin {

  private String place() {
    return Planet.placeOfOrigin(from.region());
  }

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<Query> asked = List.copyOf(queries);
    return network
        .call(from.name(), place(), () -> {
          witness.read(from, asked);
          return store.read(asked);
        })
        .thenApply(sums -> {
          asked.forEach(query -> witness.heardFromOrigin(from, query.cell()));
          return sums;
        });
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    List<Publication> told = List.copyOf(publications);
    return network
        .call(from.name(), place(), () -> {
          witness.publishing(from, told);
          CompletionStage<List<Receipt>> receipts = store.publish(told);
          witness.published(from, told);
          return receipts;
        })
        .thenApply(receipts -> {
          told.forEach(publication -> witness.heardFromOrigin(from, publication.cell()));
          return receipts;
        });
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    List<Restoration> sent = List.copyOf(restorations);
    return network.call(from.name(), place(), () -> {
      CompletionStage<Void> done = store.restore(sent);
      witness.restored(from, sent);
      return done;
    });
  }

  /** Beside the network: an estimate, which must not change which delays the counts' own messages draw. */
  @Override
  public CompletionStage<Usage> account(Account account) {
    return store.account(account);
  }

  @Override
  public void onFault(FaultListener listener) {
    store.onFault(listener);
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return network.call(from.name(), place(), () -> {
      witness.beat(from, false, heartbeat.incarnation());
      return store.beat(heartbeat);
    });
  }

  @Override
  public void close() {}
}
