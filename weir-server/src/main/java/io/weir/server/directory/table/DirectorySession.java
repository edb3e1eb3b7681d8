// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.ReadableText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A connection on which the directory's statements are executed by name. */
public final class DirectorySession {
  private final Connection connection;
  private final SqlStatements sqlStatements;

  /** The directory's statements in one SQL dialect. */
  public static final class SqlStatements {
    private final Dialect dialect;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /** Creates the statements in this dialect. */
    public SqlStatements(Dialect dialect) {
      this.dialect = dialect;
    }

    private String text(String name) {
      return known.computeIfAbsent(
          name, missing -> dialect.statement(DirectorySession.class, missing));
    }
  }

  /** Converts a row to a value. */
  interface RowMapper<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** Creates a session on this connection. */
  public DirectorySession(Connection connection, SqlStatements sqlStatements) {
    this.connection = connection;
    this.sqlStatements = sqlStatements;
  }

  /** Begins a change, which must be all of a transaction, and returns the revision for its rows. */
  public long raiseRevision() throws SQLException {
    if (update("raise-revision") != 1) {
      throw new SQLException("the table ratelimit_directory_revision has no row");
    }
    return StorePosition.of(this).revision();
  }

  /** Executes a statement and returns how many rows it changed. */
  int update(String name, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(name, values)) {
      return statement.executeUpdate();
    }
  }

  /** Returns the rows that a query finds. */
  <T> List<T> list(String name, RowMapper<T> rowMapper, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(name, values);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rowMapper.of(rows));
      }
      return found;
    }
  }

  /** Returns the first row that a query finds, if any. */
  <T> Optional<T> find(String name, RowMapper<T> rowMapper, Object... values) throws SQLException {
    return list(name, rowMapper, values).stream().findFirst();
  }

  private PreparedStatement prepare(String name, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sqlStatements.text(name));
    try {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      for (int i = 0; i < values.length; i++) {
        set(statement, i + 1, values[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static void set(PreparedStatement statement, int position, Object value)
      throws SQLException {
    if (value instanceof String text) {
      statement.setString(position, ReadableText.encode(text));
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(position, bytes);
    } else if (value instanceof Boolean flag) {
      statement.setInt(position, flag ? 1 : 0);
    } else if (value instanceof Integer number) {
      statement.setInt(position, number);
    } else {
      statement.setLong(position, (Long) value);
    }
  }

  /** Decodes a text that {@link #set} encoded. */
  static String text(ResultSet row, String column) throws SQLException {
    return ReadableText.decode(String.valueOf(row.getString(column)));
  }

  static boolean flag(ResultSet row, String column) throws SQLException {
    return row.getInt(column) != 0;
  }
}
