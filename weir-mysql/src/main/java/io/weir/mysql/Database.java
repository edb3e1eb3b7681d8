// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.sql.Beat;
import io.weir.mysql.sql.Cleaning;
import io.weir.mysql.sql.Dialect;
import io.weir.mysql.sql.Faults;
import io.weir.mysql.sql.Pull;
import io.weir.mysql.sql.Push;
import io.weir.mysql.sql.Schema;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database whose tables are known to be there: looks, and makes them if it may, on first use. */
final class Database {
  private static final Logger LOG = System.getLogger("io.weir.mysql");

  /** What can be said to a database, in its dialect. */
  record Statements(Push push, Pull pull, Beat beat, Cleaning cleaning) {
    static Statements of(Dialect dialect) {
      return new Statements(
          new Push(dialect), new Pull(dialect), new Beat(dialect), new Cleaning(dialect));
    }
  }

  /** Something to be done on a connection. */
  interface Work<T> {
    T on(Connection connection, Statements statements) throws SQLException;
  }

  private final DataSource source;
  private final boolean migrates;
  private final UnaryOperator<String> hidingPasswords;

  /**
   * Set under this object's lock by whoever finds the tables in order, and unset by whoever finds one missing: the database
   * may have been replaced by an empty one. Read by every call.
   */
  private volatile @Nullable Statements statements;

  Database(DataSource source, boolean migrates, UnaryOperator<String> hidingPasswords) {
    this.source = source;
    this.migrates = migrates;
    this.hidingPasswords = hidingPasswords;
  }

  /** Does it, or says in a sentence what failed. */
  <T> T use(String what, Work<T> work) {
    try (Connection connection = source.getConnection()) {
      if (!connection.getAutoCommit()) {
        throw new SQLException(
            "its connections do not commit by themselves, so nothing would be kept");
      }
      Statements ready = statements;
      return work.on(connection, ready == null ? prepare(connection) : ready);
    } catch (SQLException e) {
      if (Faults.isMissingTable(e)) {
        statements = null;
      }
      throw unavailable(what, e, hidingPasswords);
    }
  }

  private synchronized Statements prepare(Connection connection) throws SQLException {
    Statements ready = statements;
    if (ready == null) {
      Dialect dialect = Dialect.of(connection);
      ensure(new Schema(dialect), connection);
      ready = Statements.of(dialect);
      statements = ready;
    }
    return ready;
  }

  private void ensure(Schema schema, Connection connection) throws SQLException {
    if (migrates) {
      List<Integer> applied = schema.migrate(connection);
      if (!applied.isEmpty()) {
        LOG.log(Level.INFO, "Tables of the ledger were brought up to date: versions {0}", applied);
      }
    } else {
      List<Integer> missing = schema.missing(connection);
      if (!missing.isEmpty()) {
        throw new SQLException("the ledger's tables lack versions " + missing
            + " of the schema, and Weir was told not to migrate: apply what"
            + " ./weir ledger schema prints, or run ./weir ledger migrate");
      }
    }
    Set<Integer> versions = schema.applied(connection);
    if (versions.stream().anyMatch(version -> version > Schema.newest())) {
      LOG.log(
          Level.WARNING,
          "Tables of the ledger are newer than this process: it knows versions up to {0}, found {1}",
          Schema.newest(),
          versions);
    }
  }

  static LedgerUnavailable unavailable(
      String what, SQLException e, UnaryOperator<String> hidingPasswords) {
    // Without the exception itself: drivers put what they were given into some of their texts.
    return new LedgerUnavailable(
        hidingPasswords.apply("the ledger's database failed " + what + ": " + Faults.sentence(e)));
  }
}
