// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.ledger.Ledger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A region's ledger that remembers what the database confirmed of each cell. */
final class Watch implements Ledger {
  private final Ledger store;
  private final Map<Long, Long> toldBySequence = new HashMap<>();

  Watch(Ledger store) {
    this.store = store;
  }

  /** What every other region can see of this one's count in a cell. */
  long told(long sequence) {
    return toldBySequence.getOrDefault(sequence, 0L);
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    return store.push(components).thenApply(rejections -> {
      components.forEach(component ->
          toldBySequence.merge(component.cell().sequence(), component.count(), Math::max));
      return rejections;
    });
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    return store.pull(asker, from, limit);
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    return store.beat(heartbeat);
  }

  @Override
  public void close() {
    store.close();
  }
}
