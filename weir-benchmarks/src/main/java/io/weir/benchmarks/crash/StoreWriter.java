// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that commits numbered rows to a database file until it is killed. It prints each number after the commit
 * has returned. Only the driver under test is on its class path.
 */
final class StoreWriter {
  /** Number n replaces number n - ROWS: the file stays small, and the database has to reuse its space. */
  static final int ROWS = 500;

  /** Makes a row as large as a counter of the server. */
  private static final String PADDING = "x".repeat(80);

  private StoreWriter() {}

  /** Arguments: JDBC URL, first number, milliseconds between commits, statements to execute first. */
  public static void main(String[] args) throws SQLException {
    long pauseNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2]));
    try (Connection connection = DriverManager.getConnection(args[0])) {
      try (Statement statement = connection.createStatement()) {
        for (String each : List.of(args).subList(3, args.length)) {
          statement.execute(each);
        }
        statement.execute("CREATE TABLE IF NOT EXISTS counter"
            + " (slot INTEGER PRIMARY KEY, number BIGINT NOT NULL, padding VARCHAR(100) NOT NULL)");
      }
      connection.setAutoCommit(false);
      for (long number = Long.parseLong(args[1]); ; number++) {
        write(connection, number);
        connection.commit();
        System.out.println(number);
        LockSupport.parkNanos(pauseNanos);
      }
    }
  }

  private static void write(Connection connection, long number) throws SQLException {
    if (execute(connection, "UPDATE counter SET number = ?, padding = ? WHERE slot = ?", number)
        == 0) {
      int unusedCount = execute(
          connection, "INSERT INTO counter (number, padding, slot) VALUES (?, ?, ?)", number);
    }
  }

  private static int execute(Connection connection, String sql, long number) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, number);
      statement.setString(2, PADDING);
      statement.setInt(3, (int) (number % ROWS));
      return statement.executeUpdate();
    }
  }
}
