// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import io.weir.origin.Origin;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * An origin at the other end of a network. Closing it leaves the store alone, which others share.
 *
 * @param network what carries the calls
 * @param from who calls
 * @param to where the store is
 * @param store the store
 */
public record RemoteOrigin(VirtualNetwork network, String from, String to, Origin store)
    implements Origin {

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<Query> asked = List.copyOf(queries);
    return network.call(from, to, () -> store.read(asked));
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    List<Publication> told = List.copyOf(publications);
    return network.call(from, to, () -> store.publish(told));
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    List<Restoration> sent = List.copyOf(restorations);
    return network.call(from, to, () -> store.restore(sent));
  }

  /** Beside the network: an estimate, which must not change which delays the counts' own messages draw. */
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
    return network.call(from, to, () -> store.heartbeat(originHeartbeat));
  }

  @Override
  public void close() {}
}
