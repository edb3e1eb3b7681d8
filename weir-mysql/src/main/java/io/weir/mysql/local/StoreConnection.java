// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.origin.OriginUnavailable;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.file.LocalDatabase;
import io.weir.sql.file.LocalDatabase.Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thread's connection to the file. Opened on first use, and again after a failure, so that no state that a full
 * disk caused remains.
 */
final class StoreConnection implements AutoCloseable {
  private final LocalDatabase database;

  /** Null before the first use, and after a failure; guarded by this. */
  private @Nullable StoreStatements storeStatements;

  /** The prepared statements of a connection. */
  static final class StoreStatements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private StoreStatements(Connection connection) {
      this.connection = connection;
    }

    Connection connection() {
      return connection;
    }

    /** Runs the statement of this name once for each row of values. Faster by half than one call for each. */
    void ofAll(String name, List<Object[]> rows) throws SQLException {
      if (rows.isEmpty()) {
        return;
      }
      try {
        for (Object[] values : rows) {
          of(name, values).addBatch();
        }
        int[] unusedCounts = prepared(name).executeBatch();
      } finally {
        prepared(name).clearBatch(); // whatever happened, the next call begins with none
      }
    }

    /** Returns the statement of this name, with these values. The next call with the same name closes its result. */
    PreparedStatement of(String name, Object... values) throws SQLException {
      PreparedStatement statement = prepared(name);
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof byte[] bytes) {
          statement.setBytes(i + 1, bytes);
        } else if (values[i] instanceof String text) {
          statement.setString(i + 1, text);
        } else {
          statement.setLong(i + 1, (Long) values[i]);
        }
      }
      return statement;
    }

    private PreparedStatement prepared(String name) throws SQLException {
      PreparedStatement statement = prepared.get(name);
      if (statement == null) {
        statement =
            connection.prepareStatement(Dialect.SQLITE.statement(StoreConnection.class, name));
        prepared.put(name, statement);
      }
      return statement;
    }
  }

  /**
   * Work on the connection.
   *
   * @param <T> the type of its result
   */
  interface StoreWork<T> {
    T run(StoreStatements storeStatements) throws SQLException;
  }

  StoreConnection(LocalDatabase database) {
    this.database = database;
  }

  /** Runs the work, or throws an exception with a readable message. */
  synchronized <T> T use(StoreWork<T> storeWork) {
    try {
      StoreStatements ready = storeStatements;
      if (ready == null) {
        ready = new StoreStatements(database.connect(Durability.PROCESS_END));
        storeStatements = ready;
      }
      return storeWork.run(ready);
    } catch (SQLException e) {
      close();
      throw new OriginUnavailable(database.describe(e));
    }
  }

  /** Runs the work in a transaction, or throws an exception with a readable message. */
  <T> T change(StoreWork<T> storeWork) {
    return use(ready -> LocalDatabase.inTransaction(ready.connection, () -> storeWork.run(ready)));
  }

  @Override
  public synchronized void close() {
    StoreStatements used = storeStatements;
    storeStatements = null;
    if (used != null) {
      try {
        used.connection.close();
      } catch (SQLException e) {
        // An open transaction is rolled back when the file is opened next.
      }
    }
  }
}
