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

/** How a database differs from the others: in its clock, its joins, and its tables' declarations. */
public enum Dialect {

  /** MySQL 8 or newer, MariaDB 10.11 or newer. UTC, so that no time zone's change of the hour shows. */
  MYSQL("(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)", "STRAIGHT_JOIN"),

  /** SQLite 3.42 or newer. It has the tables of a server that runs alone; the ledger's are in MySQL and MariaDB only. */
  SQLITE("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "CROSS JOIN");

  /**
   * How long a statement may take. Shorter than the agents wait, and far shorter than the overlap of their pulls: what
   * was given up must not commit behind everybody's watermark.
   */
  public static final int STATEMENT_SECONDS = 8;

  /** What a text has where the database's clock, in Unix milliseconds, is to be read. */
  private static final String NOW = "{now}";

  /** Where the few rows on the left are to be read first: MySQL at times prefers to scan the whole table on the right. */
  private static final String JOIN_IN_ORDER = "{join in order}";

  private final String now;
  private final String joinInOrder;

  Dialect(String now, String joinInOrder) {
    this.now = now;
    this.joinInOrder = joinInOrder;
  }

  /** The dialect of the database at the other end. */
  public static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "MySQL", "MariaDB" -> MYSQL;
      case "SQLite" -> SQLITE;
      default ->
        throw new SQLException("Weir needs MySQL or MariaDB, but the database is " + product);
    };
  }

  /** The name by which users choose it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The text of a statement that lies beside this class, without its comments. */
  public String statement(Class<?> beside, String name) {
    return withoutComments(resource(beside, name + ".sql"));
  }

  /** The text of a migration below this class, as it stands in its file, with the clock filled in. */
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
