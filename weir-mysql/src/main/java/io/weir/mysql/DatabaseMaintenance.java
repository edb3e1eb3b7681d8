// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.sql.CleanupStatements;
import io.weir.mysql.sql.LedgerTables;
import io.weir.sql.ConnectionPool;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.sql.dialect.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What operators do to a shared database from outside, each on a connection of its own, waiting for it. */
public final class DatabaseMaintenance {
  /** How many rows a statement deletes, unless told otherwise. */
  public static final int DEFAULT_BATCH = CleanupStatements.BATCH_SIZE;

  /** Managed databases refuse statements that touch more rows than this. */
  public static final int MAX_BATCH = 100_000;

  private DatabaseMaintenance() {}

  private interface MaintenanceWork<T> {
    T run(Connection connection, Dialect dialect) throws SQLException;
  }

  /**
   * What a migration came to, or would come to.
   *
   * @param plan whose tables
   * @param missing the versions that the database lacked
   * @param tables the names of all tables of the plan
   * @param version the newest version that the database has after the migration
   */
  public record Migration(
      Schema.SchemaPlan plan, List<Integer> missing, Set<String> tables, int version) {}

  /** All migrations of these plans, as a script. */
  public static String script(List<Schema.SchemaPlan> plans) {
    return plans.stream()
        .map(schemaPlan -> script(
            schemaPlan, IntStream.rangeClosed(1, schemaPlan.newest()).boxed().toList()))
        .collect(Collectors.joining("\n"));
  }

  /** These versions of a plan, as a script; the same text that {@link #migrate} runs. */
  public static String script(Schema.SchemaPlan schemaPlan, List<Integer> versions) {
    Schema schema = new Schema(Dialect.MYSQL, schemaPlan);
    return versions.stream().map(schema::text).collect(Collectors.joining("\n"));
  }

  /** Brings the tables of these plans up to date. */
  public static List<Migration> migrate(MysqlOptions options, List<Schema.SchemaPlan> plans) {
    return forEachPlan(options, plans, Schema::migrate);
  }

  /** Tells what {@link #migrate} would do, and changes nothing. */
  public static List<Migration> missing(MysqlOptions options, List<Schema.SchemaPlan> plans) {
    return forEachPlan(options, plans, Schema::missing);
  }

  /** Brings the tables of a plan up to date, or tells what they lack. */
  private interface MigrationStep {
    List<Integer> run(Schema schema, Connection connection) throws SQLException;
  }

  private static List<Migration> forEachPlan(
      MysqlOptions options, List<Schema.SchemaPlan> plans, MigrationStep migrationStep) {
    return use(options, "migrated", (connection, dialect) -> {
      List<Migration> migrations = new ArrayList<>();
      for (Schema.SchemaPlan schemaPlan : plans) {
        Schema schema = new Schema(dialect, schemaPlan);
        List<Integer> missing = migrationStep.run(schema, connection);
        int found =
            schema.applied(connection).stream().mapToInt(each -> each).max().orElse(0);
        migrations.add(
            new Migration(schemaPlan, missing, schema.tables(schemaPlan.newest()), found));
      }
      return migrations;
    });
  }

  /**
   * Deletes everything that can no longer matter.
   *
   * @param batch how many rows a statement deletes at most
   * @param progress hears after each statement how many rows are gone so far
   * @return how many rows were deleted
   */
  public static long clean(MysqlOptions options, int batch, LongConsumer progress) {
    if (batch < 1 || batch > MAX_BATCH) {
      throw new IllegalArgumentException(
          "the batch must be 1 to " + MAX_BATCH + " rows, but was " + batch);
    }
    return use(options, "cleaned", (connection, dialect) -> {
      List<Integer> missing = new Schema(dialect, LedgerTables.PLAN).missing(connection);
      if (!missing.isEmpty()) {
        throw new SQLException(
            "the ledger's tables are missing or out of date (missing schema versions " + missing
                + "): run ./weir migrate");
      }
      return new CleanupStatements(dialect).clean(connection, batch, gone -> {
        progress.accept(gone);
        return true;
      });
    });
  }

  private static <T> T use(MysqlOptions options, String done, MaintenanceWork<T> maintenanceWork) {
    try (Connection connection = ConnectionPool.connect(options.connection(), "database")) {
      return maintenanceWork.run(connection, Dialect.of(connection));
    } catch (SQLException e) {
      throw new LedgerUnavailable(options
          .connection()
          .hidingPasswords(
              "the database " + options + " can't be " + done + ": " + SqlErrors.describe(e)));
    }
  }
}
