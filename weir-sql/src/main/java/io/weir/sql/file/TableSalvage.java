// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies the readable rows of a table from a damaged file to a sound one: forward until an error, then backward from
 * the end. Tables whose keys are digests are copied in 256 parts, so that one bad page costs little.
 */
final class TableSalvage {
  private static final int CONSTRAINT = 19;
  private static final int PARTS = 256;

  private final Connection damaged;
  private final Connection sound;

  /** Whether some of the current table could not be read. */
  private boolean isIncomplete;

  TableSalvage(Connection damaged, Connection sound) {
    this.damaged = damaged;
    this.sound = sound;
  }

  /** The columns of a table's key, in order, and all of its columns. */
  private record TableShape(
      String table, List<String> key, List<String> columns, boolean hasDigests) {
    String select(String range, String direction) {
      return "SELECT " + String.join(", ", columns) + " FROM " + table + range + " ORDER BY "
          + String.join(direction + ", ", key) + direction;
    }

    String insert() {
      return "INSERT OR REPLACE INTO " + table + " (" + String.join(", ", columns) + ") VALUES ("
          + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
    }
  }

  /** Copies the readable rows of a table that both files should have. */
  DatabaseRepair.RepairedTable copy(String table) throws SQLException {
    isIncomplete = false;
    TableShape tableShape = shape(table);
    LocalDatabase.inTransaction(sound, () -> {
      if (tableShape.hasDigests()) {
        String column = tableShape.key().get(0);
        for (int part = 0; part < PARTS; part++) {
          String upper = part == PARTS - 1 ? "" : " AND " + column + " < " + literal(part + 1);
          copy(tableShape, " WHERE " + column + " >= " + literal(part) + upper);
        }
      } else {
        copy(tableShape, "");
      }
      return table;
    });
    long rows = Long.parseLong(SqliteConnections.queryText(sound, "SELECT count(*) FROM " + table));
    return new DatabaseRepair.RepairedTable(table, rows, !isIncomplete);
  }

  private static String literal(int part) {
    return String.format("x'%02x'", part);
  }

  private TableShape shape(String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    TreeMap<Integer, String> key = new TreeMap<>();
    boolean hasDigests = false;
    try (Statement statement = sound.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
      while (rows.next()) {
        String column = rows.getString("name");
        columns.add(column);
        int place = rows.getInt("pk");
        if (place > 0) {
          key.put(place, column);
          hasDigests |= place == 1 && "BLOB".equals(rows.getString("type"));
        }
      }
    }
    return new TableShape(table, List.copyOf(key.values()), columns, hasDigests);
  }

  private void copy(TableShape tableShape, String range) throws SQLException {
    for (String direction : Arrays.asList("", " DESC")) {
      try (Statement statement = damaged.createStatement();
          PreparedStatement insert = sound.prepareStatement(tableShape.insert())) {
        if (isRead(
            statement,
            tableShape.select(range, direction),
            insert,
            tableShape.columns().size())) {
          return;
        }
        isIncomplete = true;
      }
    }
  }

  /** Copies the rows of a query. Returns whether all of them could be read. */
  private boolean isRead(Statement statement, String select, PreparedStatement insert, int columns)
      throws SQLException {
    List<Object> row = new ArrayList<>(columns);
    try (ResultSet rows = orNull(() -> statement.executeQuery(select))) {
      while (rows != null) {
        Boolean isNext = orNull(() -> {
          row.clear();
          boolean found = rows.next();
          for (int i = 1; found && i <= columns; i++) {
            row.add(rows.getObject(i));
          }
          return found;
        });
        if (isNext == null) {
          return false;
        }
        if (!isNext) {
          return true;
        }
        write(insert, row);
      }
      return false;
    }
  }

  /** A row that the sound table rejects was damaged. */
  private void write(PreparedStatement insert, List<Object> row) throws SQLException {
    try {
      for (int i = 0; i < row.size(); i++) {
        insert.setObject(i + 1, row.get(i));
      }
      insert.executeUpdate();
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) != CONSTRAINT) {
        throw e;
      }
      isIncomplete = true;
    }
  }

  /**
   * A read from a damaged file, where an error is an expected result.
   *
   * @param <T> the type of its result
   */
  interface SalvageRead<T> {
    T read() throws SQLException;
  }

  /** Returns what was read, or null if it cannot be read. */
  static <T> @Nullable T orNull(SalvageRead<T> salvageRead) {
    try {
      return salvageRead.read();
    } catch (SQLException e) {
      return null;
    }
  }
}
