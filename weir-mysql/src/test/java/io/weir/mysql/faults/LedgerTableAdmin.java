// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and changes the tables of a ledger's database directly, as a user with all privileges. */
final class LedgerTableAdmin {
  private final String url;
  private final String database;

  LedgerTableAdmin(MariaDbServer server, String database) {
    this.url = server.url(database);
    this.database = database;
  }

  /** Work on a connection. */
  interface TableWork<T> {
    T on(Statement statement) throws SQLException;
  }

  private <T> T ask(TableWork<T> tableWork) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      return tableWork.on(statement);
    }
  }

  /** Opens a connection, for tests that cause conflicts. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  /** Executes these statements. */
  void tell(String... statements) {
    try {
      ask(statement -> {
        for (String sql : statements) {
          statement.execute(sql);
        }
        return true;
      });
    } catch (SQLException e) {
      throw new AssertionError(List.of(statements).toString(), e);
    }
  }

  /** Returns the last column of the only row; 0 if it is null. */
  long number(String question) {
    try {
      return ask(statement -> number(statement, question));
    } catch (SQLException e) {
      throw new AssertionError(question, e);
    }
  }

  private static long number(Statement statement, String question) throws SQLException {
    try (ResultSet row = statement.executeQuery(question)) {
      return row.next() ? row.getLong(row.getMetaData().getColumnCount()) : 0;
    }
  }

  /** Returns a region's count of an identifier, over all windows and writers. */
  long count(String region, String identifier) {
    return number("SELECT SUM(count) FROM ratelimit_window_counts WHERE region = '" + region
        + "' AND identifier = '" + identifier + "'");
  }

  /** Returns each region's count of each identifier, as "identifier of region", in the order of the table's key. */
  static Map<String, Long> counts(Statement statement) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    try (ResultSet rows = statement.executeQuery(
        "SELECT CONCAT(identifier, ' of ', region), SUM(count) FROM ratelimit_window_counts"
            + " GROUP BY subject_digest, sequence, region ORDER BY subject_digest, sequence")) {
      while (rows.next()) {
        counts.put(rows.getString(1), rows.getLong(2));
      }
    }
    return counts;
  }

  /** Returns the same counts, read on a connection of its own. */
  Map<String, Long> counts() {
    try {
      return ask(LedgerTableAdmin::counts);
    } catch (SQLException e) {
      throw new AssertionError("can't read the counts", e);
    }
  }

  /** Returns the number of connections to this database, without the caller's own. */
  long connections() {
    return number("SELECT COUNT(*) FROM information_schema.processlist WHERE db = '" + database
        + "' AND id <> CONNECTION_ID()");
  }

  /** Returns how many transactions wait for a row lock. */
  long waiting() {
    return number("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
  }

  /**
   * Returns how many transactions have changed something and are still open. InnoDB refreshes its transaction table
   * only when nobody has read it for 100 ms, so a more frequent reader would see the same state forever.
   */
  long changing() {
    Eventually.waitMillis(150);
    return number("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_rows_modified > 0");
  }

  /** Returns the number of deadlocks since the server started. */
  long deadlocks() {
    return number("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
  }

  /**
   * Waits until the database contains exactly what each process admitted, and the processes know it of one another.
   */
  void convergesTo(List<RegionProcess> members, Collection<String> identifiers) {
    Eventually.until(
        () -> "told is " + counts() + ", admitted were " + truth(members, identifiers),
        () -> isPushed(truth(members, identifiers)));
    for (String identifier : identifiers) {
      long all = members.stream().mapToLong(each -> each.admitted(identifier)).sum();
      for (RegionProcess regionProcess : members) {
        long others = all - regionProcess.admitted(identifier);
        Eventually.until(
            () -> regionProcess.region() + " believes that others spent "
                + regionProcess.foreign(identifier) + " of " + identifier + ", they spent "
                + others,
            () -> regionProcess.foreign(identifier) == others);
      }
    }
  }

  private static Map<String, Long> truth(
      List<RegionProcess> members, Collection<String> identifiers) {
    Map<String, Long> truth = new LinkedHashMap<>();
    for (RegionProcess regionProcess : members) {
      for (String identifier : identifiers) {
        truth.put(identifier + " of " + regionProcess.region(), regionProcess.admitted(identifier));
      }
    }
    return truth;
  }

  private boolean isPushed(Map<String, Long> truth) {
    try {
      Map<String, Long> pushed = ask(LedgerTableAdmin::counts);
      truth.forEach((key, count) -> {
        if (pushed.getOrDefault(key, 0L) > count) {
          throw new AssertionError(
              key + " is " + pushed.get(key) + ", but admitted were only " + count);
        }
      });
      return truth.entrySet().stream()
          .allMatch(each -> pushed.getOrDefault(each.getKey(), 0L).equals(each.getValue()));
    } catch (SQLException e) {
      return false; // not available yet, or without a table
    }
  }
}
