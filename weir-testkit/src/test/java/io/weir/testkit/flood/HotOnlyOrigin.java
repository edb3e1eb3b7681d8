// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.flood;

import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An origin that stores hot identifiers and only pretends to store the others, so that it does not fill the heap
 * under test.
 */
final class HotOnlyOrigin implements Origin {
  static final String HOT = "hot-";

  private final InMemoryOrigin store;
  private final boolean unavailable;

  HotOnlyOrigin(EpochClock clock, boolean unavailable) {
    this.store = new InMemoryOrigin(clock);
    this.unavailable = unavailable;
  }

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    if (unavailable) {
      return CompletableFuture.failedFuture(new OriginUnavailable("unavailable"));
    }
    return isHot(queries.get(0).cell().subject().identifier())
        ? store.read(queries)
        : CompletableFuture.completedFuture(queries.stream().map(query -> 0L).toList());
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    if (unavailable) {
      return CompletableFuture.failedFuture(new OriginUnavailable("unavailable"));
    }
    List<Receipt> receipts = new ArrayList<>(publications.size());
    for (Publication publication : publications) {
      receipts.add(
          isHot(publication.cell().subject().identifier())
              ? store.publish(List.of(publication)).toCompletableFuture().join().get(0)
              : new Receipt(0, publication.count()));
    }
    return CompletableFuture.completedFuture(receipts);
  }

  private static boolean isHot(String identifier) {
    return identifier.startsWith(HOT);
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    return unavailable
        ? CompletableFuture.failedFuture(new OriginUnavailable("unavailable"))
        : store.heartbeat(originHeartbeat);
  }

  @Override
  public void close() {}
}
