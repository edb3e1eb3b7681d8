// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.reset;

import io.weir.mysql.MysqlLedger;
import io.weir.reset.Resets;
import io.weir.testkit.contract.ResetsContract;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract of resets, run on a real MariaDB. */
@Tag("integration")
class MysqlResetsTest extends ResetsContract {
  private final MysqlLedger ledger = MysqlLedger.open(RequiredServers.mysql());

  @AfterEach
  void close() {
    ledger.close();
  }

  @Override
  protected Resets resets() {
    return ledger.resets();
  }

  @Override
  protected long epochMillis() {
    return EpochClock.system().epochMillis();
  }
}
