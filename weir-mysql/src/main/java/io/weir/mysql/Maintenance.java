// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.mysql.sql.Cleaning;
import io.weir.mysql.sql.Dialect;
import io.weir.mysql.sql.Schema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What operators do to a ledger's database from outside, each on a connection of its own, waiting for it. */
public final class Maintenance {
  /** How many rows a statement deletes, unless told otherwise. */
  public static final int DEFAULT_BATCH = Cleaning.BATCH;

  /** Managed databases refuse statements that touch more rows than this. */
  public static final int LARGEST_BATCH = 100_000;

  private Maintenance() {}

  private interface Work<T> {
    T on(Connection connection, Dialect dialect) throws SQLException;
  }

  /** The version of the schema that this build of Weir brings. */
  public static int newestVersion() {
    return Schema.newest();
  }

  /** The names of the dialects that {@link #schema} knows. */
  public static List<String> dialects() {
    return List.of(Dialect.MYSQL.label());
  }

  /** The migrations from this version on, as a script; the same text that {@link #migrate} runs. */
  public static String schema(String dialect, int from) {
    if (from < 1 || from > newestVersion()) {
      throw new IllegalArgumentException(
          "the version must be 1 to " + newestVersion() + ", but was " + from);
    }
    if (!dialects().contains(dialect)) {
      throw new IllegalArgumentException(
          "the dialect must be one of " + dialects() + ", but was " + dialect);
    }
    Schema schema = new Schema(Dialect.MYSQL);
    return IntStream.rangeClosed(from, newestVersion())
        .mapToObj(schema::text)
        .collect(Collectors.joining("\n"));
  }

  /**
   * Brings the database up to date.
   *
   * @return the versions that it lacked
   */
  public static List<Integer> migrate(MysqlOptions options) {
    return use(
        options, "to migrate", (connection, dialect) -> new Schema(dialect).migrate(connection));
  }

  /**
   * Deletes everything that can no longer matter.
   *
   * @param batch how many rows a statement deletes at most
   * @param progress hears after each statement how many rows are gone so far
   * @return how many rows were deleted
   */
  public static long clean(MysqlOptions options, int batch, LongConsumer progress) {
    if (batch < 1 || batch > LARGEST_BATCH) {
      throw new IllegalArgumentException(
          "the batch must be 1 to " + LARGEST_BATCH + " rows, but was " + batch);
    }
    return use(options, "to delete what has expired", (connection, dialect) -> {
      List<Integer> missing = new Schema(dialect).missing(connection);
      if (!missing.isEmpty()) {
        throw new SQLException("there is no ledger here: its tables lack versions " + missing
            + " of the schema; ./weir ledger migrate makes them");
      }
      return new Cleaning(dialect).clean(connection, batch, gone -> {
        progress.accept(gone);
        return true;
      });
    });
  }

  private static <T> T use(MysqlOptions options, String what, Work<T> work) {
    String url = Pool.url(options, MysqlLedger.OWNER.name());
    try (Connection connection = DriverManager.getConnection(url, Pool.properties(options))) {
      return work.on(connection, Dialect.of(connection));
    } catch (SQLException e) {
      throw MysqlLedger.OWNER.failed(what, e, options::hidingPasswords);
    }
  }
}
