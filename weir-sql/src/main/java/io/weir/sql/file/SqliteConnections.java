// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Connections to a SQLite file, and what is said on them apart from any table. */
final class SqliteConnections {
  /** Writers wait for each other for milliseconds; longer than this is somebody with sqlite3 in an open transaction. */
  private static final int BUSY_MILLIS = 5_000;

  /** What the write-ahead log shrinks to after a burst. */
  private static final long LOG_BYTES = 16L << 20;

  /** Else the driver asks for the key of the last row after each change, with a statement that it makes anew. */
  private static final Properties DRIVER = new Properties();

  static {
    DRIVER.setProperty("jdbc.get_generated_keys", "false");
  }

  private SqliteConnections() {}

  /** To a file that is there already. */
  static Connection existing(Path file) throws SQLException {
    return open(file, "?mode=rw");
  }

  /** To a file that is made if it is missing. */
  static Connection creating(Path file) throws SQLException {
    return open(file, "");
  }

  private static Connection open(Path file, String mode) throws SQLException {
    // As a URI, since a path may have characters that JDBC URLs give a meaning.
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath().toUri() + mode, DRIVER);
    try {
      execute(connection, "PRAGMA busy_timeout = " + BUSY_MILLIS);
      execute(connection, "PRAGMA foreign_keys = ON");
      execute(connection, "PRAGMA fullfsync = ON"); // on macOS nothing less reaches the disk
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Writes through a log beside the file.
   *
   * @param durable whether a commit is on the disk before it returns; else a power cut may take the last ones
   * @param maxPages the most pages that the file may have; 0: as many as fit
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

  /** The first column of the first row. */
  static String queryText(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }
}
