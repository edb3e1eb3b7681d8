// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.Ledger;
import io.weir.testkit.contract.LedgerContract;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import org.junit.jupiter.api.Tag;

/** The contract of ledgers, run on a real MariaDB. */
@Tag("integration")
class MysqlLedgerTest extends LedgerContract {
  @Override
  protected Ledger createLedger() {
    return MysqlLedger.open(RequiredServers.mysql());
  }

  @Override
  protected void letTimePass(long millis) {
    Eventually.waitMillis(millis);
  }

  @Override
  protected long epochMillis() {
    return EpochClock.system().epochMillis();
  }
}
