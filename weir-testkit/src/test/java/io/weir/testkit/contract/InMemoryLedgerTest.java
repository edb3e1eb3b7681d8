// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.time.ManualClock;

class InMemoryLedgerTest extends LedgerContract {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);

  @Override
  protected Ledger createLedger() {
    return new InMemoryLedger(clock);
  }

  @Override
  protected void letTimePass(long millis) {
    clock.advanceMillis(millis);
  }

  @Override
  protected long epochMillis() {
    return clock.epochMillis();
  }
}
