// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Opens connections to a SQLite file, and executes statements that concern no particular table. */
final class SqliteConnections {
  /** Writers wait for each other for milliseconds. A longer wait means a user of sqlite3 with an open transaction. */
  private static final int BUSY_MILLIS = 5_000;

  /** The size to which the write-ahead log shrinks after a burst. */
  private static final long LOG_BYTES = 16L << 20;

  /** Else the driver asks for the key of the last row after each change, with a statement that it makes anew. */
  private static final Properties DRIVER = new Properties();

  static {
    DRIVER.setProperty("jdbc.get_generated_keys", "false");
  }

  private SqliteConnections() {}

  /** Opens a connection to an existing file. */
  static Connection existing(Path file) throws SQLException {
    return open(file, "?mode=rw");
  }

  /** Opens a connection to a file that is created if it is missing. */
  static Connection creating(Path file) throws SQLException {
    return open(file, "");
  }

  private static Connection open(Path file, String mode) throws SQLException {
    // As a URI, because a path may contain characters that are special in JDBC URLs.
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath().toUri() + mode, DRIVER);
    try {
      execute(connection, "PRAGMA busy_timeout = " + BUSY_MILLIS);
      execute(connection, "PRAGMA foreign_keys = ON");
      execute(connection, "PRAGMA fullfsync = ON"); // on macOS, nothing less reaches the disk
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Switches the file to a write-ahead log.
   *
   * @param durable whether a commit is on disk before it returns; otherwise a power failure may undo the last ones
   * @param maxPages the maximum number of pages in the file; 0 for no limit
   */
  static void useWriteAheadLog(Connection connection, boolean durable, long maxPages)
      throws SQLException {
    execute(connection, "PRAGMA journal_mode = WAL");
    execute(connection, "PRAGMA journal_size_limit = " + LOG_BYTES);
    execute(connection, "PRAGMA synchronous = " + (durable ? "FULL" : "NORMAL"));
    if (maxPages > 0) {
      execute(connection, "PRAGMA max_page_count = " + maxPages);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row. */
  static String queryText(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }
}
