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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Creates a sound database from the readable parts of a damaged one, which is kept under another name. */
public final class DatabaseRepair {
  /*
   * The sound file is written beside the damaged one, and takes its name when it is complete. An interrupted repair
   * changes nothing.
   */

  /**
   * Tables to copy.
   *
   * @param owner the owner of the tables, as in {@link LocalDatabase#ensure}
   * @param plan how they are created
   * @param afterwards statements that make the copied rows consistent
   */
  public record TableSet(String owner, Schema.SchemaPlan plan, List<String> afterwards) {
    public TableSet {
      afterwards = List.copyOf(afterwards);
    }
  }

  /**
   * The result for one table.
   *
   * @param table its name
   * @param rows how many rows it has now
   * @param isComplete whether all of it could be read
   */
  public record RepairedTable(String table, long rows, boolean isComplete) {}

  /**
   * The result of a repair.
   *
   * @param damaged where the damaged file is kept
   * @param tables the results for the tables
   */
  public record RepairReport(Path damaged, List<RepairedTable> tables) {
    public RepairReport {
      tables = List.copyOf(tables);
    }
  }

  private DatabaseRepair() {}

  /**
   * Repairs the database of a folder that no process uses.
   *
   * @param suffix the suffix of the damaged file's new name, such as the time
   * @throws LocalFileException if the folder is in use, or nothing can be read
   */
  public static RepairReport run(Path folder, List<TableSet> sets, String suffix) {
    DataFolder dataFolder = new DataFolder(folder);
    if (!Files.exists(dataFolder.database())) {
      throw new LocalFileException("there is no file " + dataFolder.database()
          + " to repair: specify the folder that contains it, or restore the file from a backup");
    }
    FolderLock lock = FolderLock.take(dataFolder);
    try {
      return run(dataFolder, sets, suffix);
    } catch (SQLException e) {
      throw new LocalFileException(SqliteErrors.describe(dataFolder.database(), e));
    } catch (IOException e) {
      throw new LocalFileException("the file " + dataFolder.database() + " can't be repaired: "
          + DataFolder.reason(e) + "; it was not changed");
    } finally {
      lock.close();
    }
  }

  private static RepairReport run(DataFolder folder, List<TableSet> sets, String suffix)
      throws SQLException, IOException {
    Path file = folder.database();
    Path repaired = Path.of(file + ".repaired");
    DataFolder.delete(repaired);
    List<RepairedTable> tables = copy(file, repaired, expected(folder, sets));
    if (tables.stream().allMatch(each -> each.rows() == 0 || !holdsData(each))) {
      DataFolder.delete(repaired);
      throw new LocalFileException("nothing can be read from the file " + file
          + ": restore it from a backup, or move it away and delete " + folder.marker()
          + " to start with an empty database");
    }
    DataFolder.restrictToOwner(repaired);
    Path damaged = Path.of(file + ".damaged-" + suffix);
    Files.move(file, damaged, StandardCopyOption.ATOMIC_MOVE);
    Path log = DataFolder.writeAheadLog(file);
    if (Files.exists(log)) {
      Files.move(log, DataFolder.writeAheadLog(damaged), StandardCopyOption.ATOMIC_MOVE);
    }
    DataFolder.delete(file); // the files that are left beside it belong to the damaged one
    Files.move(repaired, file, StandardCopyOption.ATOMIC_MOVE);
    return new RepairReport(damaged, tables);
  }

  /** Returns the table sets that the file had, as far as they were recorded. */
  private static List<TableSet> expected(DataFolder folder, List<TableSet> sets) {
    TableMarker tableMarker = new TableMarker(folder.marker());
    Set<String> owners = tableMarker.owners();
    return owners.isEmpty()
        ? sets
        : sets.stream().filter(set -> owners.contains(set.owner())).toList();
  }

  /** Tables of versions have rows in every file. */
  private static boolean holdsData(RepairedTable repairedTable) {
    return !repairedTable.table().endsWith("_migrations")
        && !repairedTable.table().endsWith("_revision");
  }

  private static List<RepairedTable> copy(Path file, Path repaired, List<TableSet> sets)
      throws SQLException {
    List<RepairedTable> tables = new ArrayList<>();
    try (Connection damaged = SqliteConnections.existing(file)) {
      // Otherwise SQLite reads nothing at all from a truncated file.
      SqliteConnections.execute(damaged, "PRAGMA writable_schema = ON");
      String identity = TableSalvage.orNull(
          () -> SqliteConnections.queryText(damaged, "SELECT identity FROM weir_file"));
      boolean isKnown = identity != null && identity.matches("[0-9a-f-]{36}");
      LocalDatabase.writeEmpty(
          repaired, isKnown ? String.valueOf(identity) : UUID.randomUUID().toString());
      try (Connection sound = SqliteConnections.existing(repaired)) {
        for (TableSet set : sets) {
          Schema schema = new Schema(Dialect.SQLITE, set.plan());
          schema.migrate(sound);
          TableSalvage tableSalvage = new TableSalvage(damaged, sound);
          for (String table : schema.tables(set.plan().newest())) {
            tables.add(tableSalvage.copy(table));
          }
          for (String statement : set.afterwards()) {
            SqliteConnections.execute(sound, statement);
          }
        }
      }
    }
    return tables;
  }
}
