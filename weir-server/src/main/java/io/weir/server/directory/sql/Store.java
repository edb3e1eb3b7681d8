// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.mysql.MysqlOptions;
import io.weir.mysql.Tables;
import io.weir.mysql.Tables.Owner;
import io.weir.mysql.sql.Schema;
import io.weir.server.directory.Registry.Unavailable;
import io.weir.server.directory.table.Session;
import io.weir.server.directory.table.Session.Texts;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;

/** The database with the directory's tables. Everything here waits for it, or fails with {@link Unavailable}. */
public final class Store implements AutoCloseable {
  private static final Owner<Texts> OWNER = new Owner<>(
      "directory",
      new Schema.Plan(Session.class, List.of("0001-directory")),
      "let it, once, or run a weir keys command against this database",
      Texts::new,
      Unavailable::new);

  private static final Logger LOG = System.getLogger(Store.class.getName());

  /** The name of the embedded database's file, to which it adds an ending. The ledger's tables are in the same. */
  private static final String FILE = "weir";

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

  private Store(Tables<Texts> tables) {
    this.tables = tables;
  }

  /** In the database that the options lead to. Does not wait for it. */
  public static Store open(MysqlOptions options) {
    return new Store(Tables.open(options, OWNER));
  }

  /**
   * In a file of this process alone.
   *
   * @param folder where; made if it is missing, and then for its owner alone
   * @throws Unavailable if the file can't be opened, say because another process has it
   */
  public static Store embedded(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(folder.toAbsolutePath().getParent());
        if (posix) {
          Files.createDirectory(
              folder,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
          Files.createDirectory(folder);
        }
      }
    } catch (IOException e) {
      throw new Unavailable(
          "the folder " + folder + " can't be made: " + e.getClass().getSimpleName());
    }
    Store store = new Store(Tables.embedded(file(folder), OWNER));
    keepToOwner(folder);
    return store;
  }

  /** Hashes of keys are nobody else's business, in a folder that was there before too. */
  private static void keepToOwner(Path folder) {
    Path file = folder.resolve(FILE + ".mv.db");
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the file {0} can be read by others than its owner", file);
    }
  }

  /** The embedded database's file in this folder, without its ending. */
  public static Path file(Path folder) {
    return folder.resolve(FILE);
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
  }
}
