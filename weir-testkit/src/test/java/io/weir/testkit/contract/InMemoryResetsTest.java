// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.reset.InMemoryResets;
import io.weir.reset.Resets;
import io.weir.time.ManualClock;

class InMemoryResetsTest extends ResetsContract {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final InMemoryResets resets = new InMemoryResets(clock);

  @Override
  protected Resets resets() {
    return resets;
  }

  @Override
  protected long epochMillis() {
    return clock.epochMillis();
  }

  @Override
  protected boolean tryWipe() {
    resets.wipe();
    return true;
  }
}
