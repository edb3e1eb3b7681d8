// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import io.weir.origin.Origin;
import io.weir.time.EpochClock;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An origin that keeps nothing, so that only the engine's cost is measured. It reports one process.
 *
 * @param clock the time that it reports
 */
public record NoopOrigin(EpochClock clock) implements Origin {
  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    return CompletableFuture.completedFuture(Collections.nCopies(queries.size(), 0L));
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    return CompletableFuture.completedFuture(publications.stream()
        .map(publication -> new Receipt(0, publication.count()))
        .toList());
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    return CompletableFuture.completedFuture(
        new OriginStatus(1, NEVER_LOST, "hollow", "hollow", 0, clock.epochMillis()));
  }

  @Override
  public void close() {}
}
