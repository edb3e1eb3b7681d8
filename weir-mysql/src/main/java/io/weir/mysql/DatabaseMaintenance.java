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

/**
 * Maintenance of a shared database by operators. Each operation opens a connection of its own and blocks until it is
 * done.
 */
public final class DatabaseMaintenance {
  /** The default number of rows that a statement deletes. */
  public static final int DEFAULT_BATCH = CleanupStatements.BATCH_SIZE;

  /** Managed databases refuse statements that touch more rows than this. */
  public static final int MAX_BATCH = 100_000;

  private DatabaseMaintenance() {}

  private interface MaintenanceWork<T> {
    T run(Connection connection, Dialect dialect) throws SQLException;
  }

  /**
   * The result of a migration, or of a dry run.
   *
   * @param plan the plan of the tables
   * @param missing the versions that the database lacked
   * @param tables the names of all tables of the plan
   * @param version the newest version that the database has after the migration
   */
  public record Migration(
      Schema.SchemaPlan plan, List<Integer> missing, Set<String> tables, int version) {}

  /** Returns all migrations of these plans as a script. */
  public static String script(List<Schema.SchemaPlan> plans) {
    return plans.stream()
        .map(schemaPlan -> script(
            schemaPlan, IntStream.rangeClosed(1, schemaPlan.newest()).boxed().toList()))
        .collect(Collectors.joining("\n"));
  }

  /** Returns these versions of a plan as a script, the same text that {@link #migrate} executes. */
  public static String script(Schema.SchemaPlan schemaPlan, List<Integer> versions) {
    Schema schema = new Schema(Dialect.MYSQL, schemaPlan);
    return versions.stream().map(schema::text).collect(Collectors.joining("\n"));
  }

  /** Migrates the tables of these plans to the newest version. */
  public static List<Migration> migrate(MysqlOptions options, List<Schema.SchemaPlan> plans) {
    return forEachPlan(options, plans, Schema::migrate);
  }

  /** Returns what {@link #migrate} would do, without changing anything. */
  public static List<Migration> missing(MysqlOptions options, List<Schema.SchemaPlan> plans) {
    return forEachPlan(options, plans, Schema::missing);
  }

  /** Migrates the tables of a plan, or returns the versions that they lack. */
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
   * @param batch the maximum number of rows that a statement deletes
   * @param progress receives the number of rows deleted so far, after each statement
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
      return new CleanupStatements(dialect).clean(connection, batch, deleted -> {
        progress.accept(deleted);
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
