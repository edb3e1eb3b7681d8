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
 * The tables, as a line of migrations. A migration is never changed once released, only added to, and leaves what older
 * processes say still true: old and new ones work side by side.
 */
public final class Schema {
  /*
   * Data definition commits by itself in MySQL, so a migration may stop half-way: each statement can be repeated, and the
   * last one records the version. The lock keeps two processes that start together from doing the same at once.
   */

  /**
   * A line of migrations, with the statements that guard them: which versions there are, and a lock.
   *
   * @param name whose tables they are, a noun for sentences
   * @param resourceClass the class beside which {@code versions}, {@code lock-schema} and {@code unlock-schema} lie, and the
   *     migrations in a folder for each dialect
   * @param migrations their names, oldest first
   */
  public record SchemaPlan(String name, Class<?> resourceClass, List<String> migrations) {
    public SchemaPlan {
      migrations = List.copyOf(migrations);
    }

    /** The version that this build of Weir brings and needs. */
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

  /** As planned, in databases of this dialect. */
  public Schema(Dialect dialect, SchemaPlan schemaPlan) {
    this.dialect = dialect;
    this.schemaPlan = schemaPlan;
  }

  /** The text of a migration, as it is run: versions count from 1. */
  public String text(int version) {
    return dialect.migration(schemaPlan.resourceClass(), schemaPlan.migrations().get(version - 1));
  }

  /** The tables that the migrations up to this version make. */
  public Set<String> tables(int version) {
    Set<String> tables = new TreeSet<>();
    for (int each = 1; each <= version; each++) {
      for (Matcher table = CREATE_TABLE.matcher(text(each)); table.find(); ) {
        tables.add(table.group(1));
      }
    }
    return tables;
  }

  /** The versions that the database has had. */
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

  /** The versions that the database lacks. */
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

  /** Brings the database up to date and tells which versions it lacked. Says nothing to one that lacks none. */
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

  /** What failed is what matters: the connection may be closed because of it, and its end unlocks too. */
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
