// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.testkit.contract.OriginContract;
import io.weir.time.ManualClock;
import java.util.concurrent.CompletionStage;

/** Tests that the origin contract holds over a network that delays and duplicates messages but loses none. */
class FarOriginTest extends OriginContract {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final VirtualNetwork network = new VirtualNetwork(clock, 1);
  private final InMemoryOrigin store = new InMemoryOrigin(clock);

  @Override
  protected Origin createOrigin() {
    network.conditions(new VirtualNetwork.NetworkConditions(0, 5, 0, 0, 0));
    return new NetworkedOrigin(
        network, new ProcessInstance(0, 0, "node"), store, MessageListener.NONE);
  }

  @Override
  protected void letTimePass(long millis) {
    for (long i = 0; i < millis; i++) {
      clock.advanceMillis(1);
      network.deliver();
    }
  }

  @Override
  protected boolean tryWipe() {
    store.wipe();
    return true;
  }

  @Override
  protected <T> T await(CompletionStage<T> answer) {
    for (int i = 0; i < 20 && !answer.toCompletableFuture().isDone(); i++) {
      letTimePass(1);
    }
    return super.await(answer);
  }
}
