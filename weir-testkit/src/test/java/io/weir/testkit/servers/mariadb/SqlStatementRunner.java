// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs SQL statements, each over a separate connection. */
public final class SqlStatementRunner {
  private SqlStatementRunner() {}

  /** Runs a statement. */
  public static void run(String url, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement running = connection.createStatement()) {
      running.execute(statement);
    }
  }

  /** Returns the first value of the first row. */
  public static String ask(String url, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement asking = connection.createStatement();
        ResultSet rows = asking.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("no row for " + query);
      }
      return String.valueOf(rows.getString(1));
    }
  }
}
