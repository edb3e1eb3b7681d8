// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.memory;

import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A ledger that keeps nothing, so that what is measured is the engine's. Its world has two regions.
 *
 * @param clock what it tells the time by
 */
public record HollowLedger(EpochClock clock) implements Ledger {
  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    return CompletableFuture.completedFuture(new Page(List.of(), clock.epochMillis()));
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return CompletableFuture.completedFuture(new Pulse(2, 1, 0, false, 0, clock.epochMillis()));
  }

  @Override
  public void close() {}
}
