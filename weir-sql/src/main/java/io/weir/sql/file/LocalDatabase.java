// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The SQLite database in a data folder, for one process at a time. An existing file is never replaced by an empty
 * one: any problem with it makes opening fail with a {@link LocalFileException}.
 */
public final class LocalDatabase implements AutoCloseable {
  /*
   * A new file is created under another name and renamed when it is complete. So an empty file with the right name is
   * always one that lost its content.
   */

  /** When a commit may return. */
  public enum Durability {
    /** When it is on disk: nothing confirmed is lost, even if the power fails. */
    POWER_LOSS,
    /** When the operating system has it: nothing confirmed is lost when the process ends, however it ends. */
    PROCESS_END
  }

  /**
   * Work in one transaction.
   *
   * @param <T> the type of its result
   */
  public interface FileWork<T> {
    /** Runs the work. */
    T run() throws SQLException;
  }

  private static final int PAGE_BYTES = 4_096;

  private final DataFolder folder;
  private final FolderLock lock;
  private final TableMarker tableMarker;
  private final Connection kept;
  private final String identity;

  /** Written by the thread that limits the size, read when a connection is opened. */
  private volatile long maxPages;

  private LocalDatabase(DataFolder folder, FolderLock lock, Connection kept) throws SQLException {
    this.folder = folder;
    this.lock = lock;
    this.tableMarker = new TableMarker(folder.marker());
    this.kept = kept;
    this.identity = SqliteConnections.queryText(kept, "SELECT identity FROM weir_file");
  }

  /**
   * Opens the database of a folder, and creates both if the folder was never used.
   *
   * @throws LocalFileException if the file cannot be used, for example because another process has it open or because
   *     it is damaged
   */
  public static LocalDatabase open(Path folder) {
    DataFolder dataFolder = new DataFolder(folder);
    dataFolder.create();
    FolderLock lock = FolderLock.take(dataFolder);
    boolean opened = false;
    try {
      if (!Files.exists(dataFolder.database())) {
        create(dataFolder);
      }
      FileCheck.requireHeader(dataFolder.database());
      LocalDatabase database = open(dataFolder, lock);
      opened = true;
      return database;
    } finally {
      if (!opened) {
        lock.close();
      }
    }
  }

  /** Returns whether the folder was used before, regardless of the state of its file. */
  public static boolean isUsed(Path folder) {
    DataFolder dataFolder = new DataFolder(folder);
    return Files.exists(dataFolder.database())
        || Files.exists(dataFolder.marker())
        || Files.exists(dataFolder.formerDatabase());
  }

  private static LocalDatabase open(DataFolder folder, FolderLock lock) {
    Path file = folder.database();
    requireWritable(file);
    DataFolder.restrictDatabase(file);
    try {
      Connection kept = SqliteConnections.existing(file);
      boolean opened = false;
      try {
        SqliteConnections.useWriteAheadLog(kept, true, 0);
        FileCheck.requireSoundPages(file, kept);
        LocalDatabase database = new LocalDatabase(folder, lock, kept);
        database.probe(); // detects a read-only disk now, rather than at the first change
        opened = true;
        return database;
      } finally {
        if (!opened) {
          kept.close();
        }
      }
    } catch (SQLException e) {
      throw new LocalFileException(SqliteErrors.describe(file, e));
    }
  }

  private static void requireWritable(Path file) {
    if (!Files.isWritable(file)) {
      throw new LocalFileException("the file " + file + " is read-only: make the file, its folder"
          + " and its disk writable for this user");
    }
  }

  /** Creates the file of a folder that was never used. */
  private static void create(DataFolder folder) {
    Path file = folder.database();
    if (Files.exists(folder.marker()) || Files.exists(DataFolder.writeAheadLog(file))) {
      throw new LocalFileException("the file " + file + " is missing, although this folder was used"
          + " before: restore it from a backup, or delete " + folder.marker()
          + " and the files weir.db-* to start with an empty database");
    }
    if (Files.exists(folder.formerDatabase())) {
      throw new LocalFileException("the file " + folder.formerDatabase()
          + " was written by a development version of Weir and can no longer be read:"
          + " move it away to start with an empty database, or use another folder");
    }
    Path draft = folder.draft();
    try {
      DataFolder.delete(draft);
      writeEmpty(draft, UUID.randomUUID().toString());
      DataFolder.restrictToOwner(draft);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalFileException(
          "the file " + file + " can't be created: " + DataFolder.reason(e));
    } catch (SQLException e) {
      throw new LocalFileException(SqliteErrors.describe(file, e));
    }
  }

  /** Writes a database without any owner's tables. */
  static void writeEmpty(Path file, String identity) throws SQLException {
    try (Connection connection = SqliteConnections.creating(file)) {
      SqliteConnections.execute(connection, "PRAGMA page_size = " + PAGE_BYTES);
      SqliteConnections.execute(connection, "PRAGMA application_id = " + FileCheck.APPLICATION_ID);
      SqliteConnections.execute(connection, "PRAGMA user_version = " + FileCheck.FORMAT);
      SqliteConnections.execute(
          connection,
          "CREATE TABLE weir_file (one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL,"
              + " probes INTEGER NOT NULL) STRICT");
      SqliteConnections.execute(
          connection, "INSERT INTO weir_file VALUES (1, '" + identity + "', 0)");
    }
  }

  /** Returns the path of the file. */
  public Path file() {
    return folder.database();
  }

  /** Returns the random name that the file was given when it was created. */
  public String identity() {
    return identity;
  }

  /** Limits the size of the file to this many bytes, as if the disk were full then; 0 removes the limit. */
  public void limitSize(long bytes) {
    maxPages = bytes / PAGE_BYTES;
  }

  /** Opens a connection in auto-commit mode. */
  public Connection connect(Durability durability) throws SQLException {
    Connection connection = SqliteConnections.existing(file());
    try {
      SqliteConnections.useWriteAheadLog(connection, durability == Durability.POWER_LOSS, maxPages);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Runs the work in a transaction, on a connection in auto-commit mode. No other connection writes meanwhile. */
  public static <T> T inTransaction(Connection connection, FileWork<T> fileWork)
      throws SQLException {
    SqliteConnections.execute(connection, "BEGIN IMMEDIATE");
    boolean committed = false;
    try {
      T result = fileWork.run();
      SqliteConnections.execute(connection, "COMMIT");
      committed = true;
      return result;
    } finally {
      if (!committed) {
        rollBack(connection);
      }
    }
  }

  private static void rollBack(Connection connection) {
    try {
      SqliteConnections.execute(connection, "ROLLBACK");
    } catch (SQLException e) {
      // SQLite has already rolled back, as it does when a disk is full.
    }
  }

  /** Writes a few bytes durably, or fails with the reason why writing is not possible. */
  public synchronized void probe() throws SQLException {
    SqliteConnections.execute(kept, "UPDATE weir_file SET probes = probes + 1");
  }

  /**
   * Creates the tables of an owner if this file never had them; otherwise requires that all of them exist.
   *
   * @param owner a noun for messages, such as directory
   * @throws LocalFileException if tables are missing, or newer than this version of Weir
   */
  public synchronized void ensure(String owner, Schema.SchemaPlan schemaPlan) {
    Schema schema = new Schema(Dialect.SQLITE, schemaPlan);
    try {
      inTransaction(kept, () -> {
        Set<Integer> applied = schema.applied(kept);
        if (applied.isEmpty() && tableMarker.owners().contains(owner)) {
          throw missing(owner, "all of them");
        }
        int newest = applied.stream().mapToInt(Integer::intValue).max().orElse(0);
        if (newest > schemaPlan.newest()) {
          throw new LocalFileException("the file " + file() + " has tables of the " + owner
              + " in version " + newest + ", but this version of Weir knows versions up to "
              + schemaPlan.newest() + ": use the version of Weir that wrote it, or a newer one");
        }
        if (!applied.isEmpty()) {
          requireTables(owner, schema.tables(newest));
        }
        return schema.migrate(kept);
      });
    } catch (SQLException e) {
      throw new LocalFileException(describe(e));
    }
    tableMarker.add(owner);
  }

  private void requireTables(String owner, Set<String> expected) throws SQLException {
    Set<String> absent = new TreeSet<>();
    for (String table : expected) {
      String found = SqliteConnections.queryText(
          kept,
          "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'");
      if (!found.equals("1")) {
        absent.add(table);
      }
    }
    if (!absent.isEmpty()) {
      throw missing(owner, String.join(", ", absent));
    }
  }

  private LocalFileException missing(String owner, String which) {
    return new LocalFileException("the file " + file() + " lacks tables of the " + owner + " ("
        + which + "): restore it from a backup, or run ./weir repair --data " + folder.path()
        + " to recover the data that is still readable");
  }

  /** Describes an error of this database in a sentence that names the file and says what to do. */
  public String describe(SQLException e) {
    return SqliteErrors.describe(file(), e);
  }

  /** Closes the file and releases its lock. Connections that were handed out must be closed before. */
  @Override
  public void close() {
    try {
      kept.close();
    } catch (SQLException e) {
      // Committed changes are in the log beside the file, and are read from there next time.
    } finally {
      lock.close();
    }
  }
}
