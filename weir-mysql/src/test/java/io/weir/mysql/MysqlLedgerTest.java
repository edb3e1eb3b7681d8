// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.Ledger;
import io.weir.testkit.contract.LedgerContract;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.time.EpochClock;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract of ledgers, on every kind of database. */
class MysqlLedgerTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private abstract static class OnARealClock extends LedgerContract {
    @Override
    protected void letTimePass(long millis) {
      Eventually.letPass(millis);
    }

    @Override
    protected long epochMillis() {
      return EpochClock.system().epochMillis();
    }
  }

  /** H2 in memory. */
  @Nested
  class InMemory extends OnARealClock {
    @Override
    protected Ledger createLedger() {
      return MysqlLedger.open("jdbc:h2:mem:contract" + DATABASES.incrementAndGet());
    }
  }

  /** H2 in a file. */
  @Nested
  class InAFile extends OnARealClock {
    @TempDir
    private Path folder = Path.of("");

    @Override
    protected Ledger createLedger() {
      return MysqlLedger.embedded(folder.resolve("ledger"));
    }
  }

  /** A real MariaDB. */
  @Nested
  class OnAServer extends OnARealClock {
    @Override
    protected Ledger createLedger() {
      return MysqlLedger.open(Needs.mysql());
    }
  }
}
