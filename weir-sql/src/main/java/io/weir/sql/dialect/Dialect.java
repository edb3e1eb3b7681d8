// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.stream.Collectors;

/** The differences between databases: the clock, the join order and the declarations of tables. */
public enum Dialect {

  /** MySQL 8 or newer, MariaDB 10.11 or newer. The clock is in UTC, so that daylight saving time has no effect. */
  MYSQL("(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)", "STRAIGHT_JOIN"),

  /**
   * SQLite 3.42 or newer. Contains the tables of a server that runs alone; the ledger is only in MySQL and MariaDB.
   */
  SQLITE("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "CROSS JOIN");

  /**
   * The timeout of statements. Shorter than the agents wait, and far shorter than the overlap of their pulls: an
   * abandoned statement must not commit after every reader's watermark has passed its rows.
   */
  public static final int STATEMENT_SECONDS = 8;

  /** The placeholder for an expression that reads the database's clock in Unix milliseconds. */
  private static final String NOW = "{now}";

  /**
   * The placeholder for a join that reads the few rows on the left first. MySQL sometimes prefers to scan the whole
   * table on the right.
   */
  private static final String JOIN_IN_ORDER = "{join in order}";

  private final String now;
  private final String joinInOrder;

  Dialect(String now, String joinInOrder) {
    this.now = now;
    this.joinInOrder = joinInOrder;
  }

  /** Returns the dialect of the connected database. */
  public static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "MySQL", "MariaDB" -> MYSQL;
      case "SQLite" -> SQLITE;
      default ->
        throw new SQLException("Weir needs MySQL or MariaDB, but the database is " + product);
    };
  }

  /** Returns the name by which users select it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the text of a statement in a resource beside this class, without its comments. */
  public String statement(Class<?> beside, String name) {
    return withoutComments(resource(beside, name + ".sql"));
  }

  /**
   * Returns the text of a migration in a resource below this class, with its comments and with placeholders replaced.
   */
  String migration(Class<?> beside, String name) {
    return resource(beside, label() + "/" + name + ".sql");
  }

  static String withoutComments(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("--"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private String resource(Class<?> beside, String path) {
    try (InputStream in = beside.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(
            "the resource " + path + " is missing from this build of Weir");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace(NOW, now)
          .replace(JOIN_IN_ORDER, joinInOrder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
