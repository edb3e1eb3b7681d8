// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An origin that a test can make unavailable. */
record FailingOrigin(InMemoryOrigin store, AvailabilitySwitch power) implements Origin {
  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    return power.ifAvailable(() -> store.read(queries));
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    return power.ifAvailable(() -> store.publish(publications));
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    return power.ifAvailable(() -> store.restore(restorations));
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    return power.ifAvailable(() -> store.heartbeat(originHeartbeat));
  }

  @Override
  public Resets resets() {
    return power.over(store.resets());
  }

  @Override
  public void close() {}
}
