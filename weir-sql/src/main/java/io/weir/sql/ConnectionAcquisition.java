// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/** Acquires connections from a pool. Fails promptly and with the database's reason, which a pool does not. */
final class ConnectionAcquisition {
  private ConnectionAcquisition() {}

  /**
   * A pool retries for seconds, and then reports its own timeout. So while the pool has no connection, one is opened
   * without it, which fails at once and with the reason. A failure that the pool reports is replaced by its cause.
   */
  static Connection connect(DataSource source) throws SQLException {
    if (!(source instanceof HikariDataSource pool)) {
      return source.getConnection();
    }
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    if (state != null && state.getTotalConnections() == 0) {
      DriverManager.getConnection(pool.getJdbcUrl(), pool.getDataSourceProperties())
          .close();
    }
    try {
      return pool.getConnection();
    } catch (SQLTransientConnectionException e) {
      throw e.getCause() instanceof SQLException cause
          ? cause
          : new SQLTransientConnectionException(
              "timed out waiting for a connection from the connection pool",
              e.getSQLState(),
              e.getErrorCode());
    }
  }
}
