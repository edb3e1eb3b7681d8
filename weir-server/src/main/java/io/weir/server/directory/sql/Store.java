// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.table.Session;
import io.weir.server.directory.table.Session.Texts;
import io.weir.sql.ConnectionOptions;
import io.weir.sql.Tables;
import io.weir.sql.Tables.Owner;
import io.weir.sql.dialect.Schema;
import io.weir.sql.file.LocalDatabase;
import io.weir.sql.file.LocalFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The database with the directory's tables. Everything here waits for it, or fails with {@link Unavailable}. */
public final class Store implements AutoCloseable {
  /** The directory's tables, as they are called in {@link LocalDatabase#ensure}. */
  public static final String OWNER_NAME = "directory";

  /** How the tables are made. */
  public static final Schema.Plan PLAN =
      new Schema.Plan(OWNER_NAME, Session.class, List.of("0001-directory", "0002-window-mode"));

  private static final Owner<Texts> OWNER = new Owner<>(PLAN, Texts::new, Unavailable::new);

  /** Something to be read. */
  public interface Reading<T> {
    /** Reads it. */
    T in(Session session) throws SQLException;
  }

  /** Something to be changed. */
  public interface Changing<T> {
    /** Changes it; the rows get this revision. */
    T in(Session session, long revision) throws SQLException;
  }

  private final Tables<Texts> tables;
  private final @Nullable LocalDatabase file;

  private Store(Tables<Texts> tables, @Nullable LocalDatabase file) {
    this.tables = tables;
    this.file = file;
  }

  /** In the database that the options lead to. Does not wait for it. */
  public static Store open(ConnectionOptions options) {
    return new Store(Tables.open(options, OWNER), null);
  }

  /**
   * In a file of this process alone.
   *
   * @param folder where; made if it is missing, and then for its owner alone
   * @throws Unavailable if the file can't be used, say because another process has it or because it is damaged
   */
  public static Store embedded(Path folder) {
    LocalDatabase file;
    try {
      file = LocalDatabase.open(folder);
    } catch (LocalFileException e) {
      throw new Unavailable(String.valueOf(e.getMessage()));
    }
    boolean opened = false;
    try {
      Store store = new Store(Tables.in(file, OWNER), file);
      opened = true;
      return store;
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
  public <T> T read(String what, Reading<T> reading) {
    return tables.use(what, (connection, texts) -> reading.in(new Session(connection, texts)));
  }

  /** Changes everything or nothing, after every change that got a lower revision and before all others. */
  public <T> T change(String what, Changing<T> changing) {
    return tables.change(what, (connection, texts) -> {
      Session session = new Session(connection, texts);
      return changing.in(session, session.raiseRevision());
    });
  }

  @Override
  public void close() {
    tables.close();
    if (file != null) {
      file.close();
    }
  }
}
