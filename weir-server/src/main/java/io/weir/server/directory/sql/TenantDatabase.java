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

/** The database with the directory's tables. Everything here waits for it, or fails with {@link StoreUnavailable}. */
public final class TenantDatabase implements AutoCloseable {
  /** The directory's tables, as they are called in {@link LocalDatabase#ensure}. */
  public static final String SCHEMA_NAME = "directory";

  /** How the tables are made. */
  public static final Schema.SchemaPlan PLAN = new Schema.SchemaPlan(
      SCHEMA_NAME, DirectorySession.class, List.of("0001-directory", "0002-window-mode"));

  private static final SchemaSpec<SqlStatements> OWNER =
      new SchemaSpec<>(PLAN, SqlStatements::new, StoreUnavailable::new);

  /** Something to be read. */
  public interface ReadWork<T> {
    /** Reads it. */
    T run(DirectorySession directorySession) throws SQLException;
  }

  /** Something to be changed. */
  public interface ChangeWork<T> {
    /** Changes it; the rows get this revision. */
    T run(DirectorySession directorySession, long revision) throws SQLException;
  }

  private final Database<SqlStatements> database;
  private final @Nullable LocalDatabase file;

  private TenantDatabase(Database<SqlStatements> database, @Nullable LocalDatabase file) {
    this.database = database;
    this.file = file;
  }

  /** In the database that the options lead to. Does not wait for it. */
  public static TenantDatabase open(ConnectionOptions options) {
    return new TenantDatabase(Database.open(options, OWNER), null);
  }

  /**
   * In a file of this process alone.
   *
   * @param folder where; made if it is missing, and then for its owner alone
   * @throws StoreUnavailable if the file can't be used, say because another process has it or because it is damaged
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

  /** The file of an embedded store, where this server's counts are too; empty if the store is a server's database. */
  public Optional<LocalDatabase> localDatabase() {
    return Optional.ofNullable(file);
  }

  /** Reads, each statement for itself. */
  public <T> T read(String what, ReadWork<T> readWork) {
    return database.use(
        what,
        (connection, sqlStatements) ->
            readWork.run(new DirectorySession(connection, sqlStatements)));
  }

  /** Changes everything or nothing, after every change that got a lower revision and before all others. */
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
