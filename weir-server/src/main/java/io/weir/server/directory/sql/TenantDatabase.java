// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.server.directory.table.DirectorySession;
import io.weir.server.directory.table.DirectorySession.SqlStatements;
import io.weir.sql.ConnectionOptions;
import io.weir.sql.Database;
import io.weir.sql.Database.SchemaSpec;
import io.weir.sql.dialect.Schema;
import io.weir.sql.file.LocalDatabase;
import io.weir.sql.file.LocalFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The database with the directory's tables. All calls block on it, or fail with {@link StoreUnavailable}. */
public final class TenantDatabase implements AutoCloseable {
  /** The name of the directory's tables in {@link LocalDatabase#ensure}. */
  public static final String SCHEMA_NAME = "directory";

  /** How the tables are created. */
  public static final Schema.SchemaPlan PLAN = new Schema.SchemaPlan(
      SCHEMA_NAME, DirectorySession.class, List.of("0001-directory", "0002-window-mode"));

  private static final SchemaSpec<SqlStatements> OWNER =
      new SchemaSpec<>(PLAN, SqlStatements::new, StoreUnavailable::new);

  /** Work that reads from the database. */
  public interface ReadWork<T> {
    /** Runs the work in a session and returns its result. */
    T run(DirectorySession directorySession) throws SQLException;
  }

  /** Work that changes the database. */
  public interface ChangeWork<T> {
    /** Runs the work in a session and returns its result; changed rows get this revision. */
    T run(DirectorySession directorySession, long revision) throws SQLException;
  }

  private final Database<SqlStatements> database;
  private final @Nullable LocalDatabase file;

  private TenantDatabase(Database<SqlStatements> database, @Nullable LocalDatabase file) {
    this.database = database;
    this.file = file;
  }

  /** Opens the database at these connection options. Does not wait for it. */
  public static TenantDatabase open(ConnectionOptions options) {
    return new TenantDatabase(Database.open(options, OWNER), null);
  }

  /**
   * Opens a database in a file that only this process uses.
   *
   * @param folder the folder of the file; created if it is missing, and then accessible only to its owner
   * @throws StoreUnavailable if the file cannot be used, for example because another process has it open or because
   *     it is damaged
   */
  public static TenantDatabase embedded(Path folder) {
    LocalDatabase file;
    try {
      file = LocalDatabase.open(folder);
    } catch (LocalFileException e) {
      throw new StoreUnavailable(String.valueOf(e.getMessage()));
    }
    boolean opened = false;
    try {
      TenantDatabase tenantDatabase = new TenantDatabase(Database.in(file, OWNER), file);
      opened = true;
      return tenantDatabase;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  /**
   * Returns the file of an embedded database, which also contains this server's counts; empty for a database server.
   */
  public Optional<LocalDatabase> localDatabase() {
    return Optional.ofNullable(file);
  }

  /** Reads, with each statement in a transaction of its own. */
  public <T> T read(String what, ReadWork<T> readWork) {
    return database.use(
        what,
        (connection, sqlStatements) ->
            readWork.run(new DirectorySession(connection, sqlStatements)));
  }

  /**
   * Makes a change in a transaction. It takes effect after every change with a lower revision and before all others.
   */
  public <T> T change(String what, ChangeWork<T> changeWork) {
    return database.change(what, (connection, sqlStatements) -> {
      DirectorySession directorySession = new DirectorySession(connection, sqlStatements);
      return changeWork.run(directorySession, directorySession.raiseRevision());
    });
  }

  @Override
  public void close() {
    database.close();
    if (file != null) {
      file.close();
    }
  }
}
