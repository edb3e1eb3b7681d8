// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of an owner, defined by a sequence of migrations. A released migration never changes; new ones are
 * added. Each keeps the statements of older processes valid, so that old and new processes work side by side.
 */
public final class Schema {
  /*
   * In MySQL, each data definition statement commits by itself, so a migration may stop half-way. Therefore each
   * statement can be repeated, and the last one records the version. The lock prevents two processes that start
   * together from migrating at the same time.
   */

  /**
   * A sequence of migrations, with the statements that guard them: the query of applied versions, and a lock.
   *
   * @param name the owner of the tables, a noun for messages
   * @param resourceClass the class beside which the resources {@code versions}, {@code lock-schema} and {@code
   *     unlock-schema} are, and a folder of migrations for each dialect
   * @param migrations their names, oldest first
   */
  public record SchemaPlan(String name, Class<?> resourceClass, List<String> migrations) {
    public SchemaPlan {
      migrations = List.copyOf(migrations);
    }

    /** Returns the newest version, which this build of Weir requires. */
    public int newest() {
      return migrations.size();
    }
  }

  private static final Pattern STATEMENT_END = Pattern.compile(";\\s*\n");

  private static final Pattern CREATE_TABLE =
      Pattern.compile("^CREATE TABLE IF NOT EXISTS (\\w+)", Pattern.MULTILINE);

  /** SQLite has no named locks, but also no second process. */
  private static final Object PROCESS_LOCK = new Object();

  private final Dialect dialect;
  private final SchemaPlan schemaPlan;

  /** Creates a schema with this plan for databases of this dialect. */
  public Schema(Dialect dialect, SchemaPlan schemaPlan) {
    this.dialect = dialect;
    this.schemaPlan = schemaPlan;
  }

  /** Returns the text of a migration as it is executed. Versions count from 1. */
  public String text(int version) {
    return dialect.migration(schemaPlan.resourceClass(), schemaPlan.migrations().get(version - 1));
  }

  /** Returns the tables that the migrations up to this version create. */
  public Set<String> tables(int version) {
    Set<String> tables = new TreeSet<>();
    for (int each = 1; each <= version; each++) {
      for (Matcher table = CREATE_TABLE.matcher(text(each)); table.find(); ) {
        tables.add(table.group(1));
      }
    }
    return tables;
  }

  /** Returns the versions that were applied to the database. */
  public Set<Integer> applied(Connection connection) throws SQLException {
    Set<Integer> versions = new TreeSet<>();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      try (ResultSet rows =
          statement.executeQuery(dialect.statement(schemaPlan.resourceClass(), "versions"))) {
        while (rows.next()) {
          versions.add(rows.getInt("version"));
        }
      }
    } catch (SQLException e) {
      if (!SqlErrors.isMissingTable(e)) {
        throw e;
      }
    }
    return versions;
  }

  /** Returns the versions that the database lacks. */
  public List<Integer> missing(Connection connection) throws SQLException {
    Set<Integer> applied = applied(connection);
    List<Integer> missing = new ArrayList<>();
    for (int version = 1; version <= schemaPlan.newest(); version++) {
      if (!applied.contains(version)) {
        missing.add(version);
      }
    }
    return missing;
  }

  /**
   * Migrates the database to the newest version and returns the versions that it lacked. Changes nothing if it lacks
   * none.
   */
  public List<Integer> migrate(Connection connection) throws SQLException {
    if (missing(connection).isEmpty()) {
      return List.of();
    }
    synchronized (PROCESS_LOCK) {
      if (dialect == Dialect.SQLITE) {
        return apply(connection);
      }
      if (queryNumber(connection, "lock-schema") != 1) {
        throw new SQLException("timed out after 5 s: another process is changing the schema");
      }
      List<Integer> applied;
      try {
        applied = apply(connection);
      } catch (SQLException e) {
        unlockAfter(e, connection);
        throw e;
      }
      queryNumber(connection, "unlock-schema");
      return applied;
    }
  }

  /**
   * The original failure is what matters: the connection may be closed because of it, which also releases the lock.
   */
  private void unlockAfter(SQLException failure, Connection connection) {
    try {
      queryNumber(connection, "unlock-schema");
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private List<Integer> apply(Connection connection) throws SQLException {
    List<Integer> missing = missing(connection);
    try (Statement statement = connection.createStatement()) {
      for (int version : missing) {
        for (String part : STATEMENT_END.split(Dialect.withoutComments(text(version)), -1)) {
          if (!part.isBlank()) {
            statement.execute(part);
          }
        }
      }
    }
    return missing;
  }

  private int queryNumber(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(dialect.statement(schemaPlan.resourceClass(), name))) {
      row.next();
      return row.getInt(1);
    }
  }
}
