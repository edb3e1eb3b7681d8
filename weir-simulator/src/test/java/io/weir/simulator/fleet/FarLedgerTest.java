// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.testkit.contract.LedgerContract;
import io.weir.time.ManualClock;
import java.util.concurrent.CompletionStage;

/** Tests that the ledger contract holds over a network that delays and duplicates messages but loses none. */
class FarLedgerTest extends LedgerContract {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final VirtualNetwork network = new VirtualNetwork(clock, 1);

  @Override
  protected Ledger createLedger() {
    network.conditions(new VirtualNetwork.NetworkConditions(0, 5, 0, 0, 0));
    return new NetworkedLedger(
        network,
        new ProcessInstance(0, 0, "node"),
        new InMemoryLedger(clock),
        MessageListener.NONE);
  }

  @Override
  protected void letTimePass(long millis) {
    for (long i = 0; i < millis; i++) {
      clock.advanceMillis(1);
      network.deliver();
    }
  }

  @Override
  protected long epochMillis() {
    return clock.epochMillis();
  }

  @Override
  protected <T> T await(CompletionStage<T> answer) {
    for (int i = 0; i < 20 && !answer.toCompletableFuture().isDone(); i++) {
      letTimePass(1);
    }
    return super.await(answer);
  }
}
