// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.time.ManualClock;

class InMemoryOriginTest extends OriginContract {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final InMemoryOrigin origin = new InMemoryOrigin(clock);

  @Override
  protected Origin createOrigin() {
    return origin;
  }

  @Override
  protected void letTimePass(long millis) {
    clock.advanceMillis(millis);
  }

  @Override
  protected boolean tryWipe() {
    origin.wipe();
    return true;
  }
}
