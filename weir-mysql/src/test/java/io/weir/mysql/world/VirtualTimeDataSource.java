// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.weir.time.EpochClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Connections to a database whose clock is the test's: each connection uses the virtual time at which it was opened.
 */
public final class VirtualTimeDataSource extends HikariDataSource {
  /** The same settings as the ledger's own connections: strict mode, and no endless waits. */
  private static final String SESSION =
      "SET SESSION innodb_lock_wait_timeout = 5, SESSION sql_mode = 'STRICT_ALL_TABLES'";

  /** What the ledgers of one test hold at once, a transaction that the test keeps open, and the test's own queries. */
  private static final int CONNECTIONS = 6;

  private final EpochClock clock;

  VirtualTimeDataSource(String url, EpochClock clock) {
    super(config(url));
    this.clock = clock;
  }

  private static HikariConfig config(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionInitSql(SESSION);
    return config;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET timestamp = " + seconds(clock.epochMillis()));
      return connection;
    }
  }

  /** In the middle of the millisecond, because the database keeps a fraction that need not be exact. */
  private static String seconds(long epochMillis) {
    return "%d.%03d5".formatted(epochMillis / 1_000, epochMillis % 1_000);
  }
}
