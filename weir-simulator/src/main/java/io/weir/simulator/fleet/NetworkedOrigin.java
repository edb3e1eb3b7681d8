// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.origin.Origin;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A region's origin as one process sees it: behind a network, with a listener at both ends. Closing it does not close
 * the store, which other processes share.
 *
 * @param network the network that carries the calls
 * @param from the calling process
 * @param store the origin itself
 * @param listener the listener that receives every call
 */
public record NetworkedOrigin(
    VirtualNetwork network, ProcessInstance from, Origin store, MessageListener listener)
    implements Origin {

  private String place() {
    return SimulatedFleet.originPlace(from.region());
  }

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<Query> copy = List.copyOf(queries);
    return network
        .call(from.name(), place(), () -> {
          listener.read(from, copy);
          return store.read(copy);
        })
        .thenApply(sums -> {
          copy.forEach(query -> listener.originAnswered(from, query.cell()));
          return sums;
        });
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    List<Publication> copy = List.copyOf(publications);
    return network
        .call(from.name(), place(), () -> {
          listener.publishing(from, copy);
          CompletionStage<List<Receipt>> receipts = store.publish(copy);
          listener.published(from, copy);
          return receipts;
        })
        .thenApply(receipts -> {
          copy.forEach(publication -> listener.originAnswered(from, publication.cell()));
          return receipts;
        });
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    List<Restoration> copy = List.copyOf(restorations);
    return network.call(from.name(), place(), () -> {
      CompletionStage<Void> done = store.restore(copy);
      listener.restored(from, copy);
      return done;
    });
  }

  /**
   * Bypasses the network: usage is only an estimate, and must not change the random delays of the messages that carry
   * counts.
   */
  @Override
  public CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    return store.reportUsage(usageReport);
  }

  @Override
  public void onFault(FaultListener listener) {
    store.onFault(listener);
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    return network.call(from.name(), place(), () -> {
      listener.heartbeat(from, false, originHeartbeat.incarnation());
      return store.heartbeat(originHeartbeat);
    });
  }

  @Override
  public void close() {}
}
