// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.origin.Origin;
import io.weir.testkit.contract.OriginContract;
import io.weir.time.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of origins, run on a file. */
@Timeout(120)
class LocalStoreContractTest extends OriginContract {
  @TempDir
  private Path folder = Path.of("");

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);

  @Override
  protected Origin createOrigin() {
    return LocalStore.open(folder, new LocalStoreOptions(1_000_000, clock));
  }

  @Override
  protected void letTimePass(long millis) {
    clock.advanceMillis(millis);
  }
}
