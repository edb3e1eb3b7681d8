// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Rejection;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Raises the counts of components, in one statement unless the database rejects some of them. */
public final class PushStatements {
  /**
   * How many statements the search for rejected rows may take: enough if all of 500 rows are rejected. More would
   * keep the transaction open for so long that its rows, which carry the time of their statement, could commit after
   * every reader's watermark has passed them.
   */
  private static final int MAX_STATEMENTS = 1_000;

  private static final String EACH = "{each ";

  private final String before;
  private final String tuple;
  private final String after;

  /** Creates the statements in this dialect. */
  public PushStatements(Dialect dialect) {
    String text = LedgerTables.statement(dialect, "push");
    int start = text.indexOf(EACH);
    int end = text.indexOf("}", start);
    this.before = text.substring(0, start);
    this.tuple = text.substring(start + EACH.length(), end);
    this.after = text.substring(end + 1);
  }

  /**
   * Raises the counts of all these components, except those that it returns. The connection must be in auto-commit
   * mode, and is so again afterwards.
   */
  public List<Rejection> push(Connection connection, List<Component> components)
      throws SQLException {
    List<Rejection> rejections = new ArrayList<>();
    List<ComponentRow> rows = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      int index = i;
      Optional<String> fault = ComponentRow.fault(components.get(i));
      fault.ifPresentOrElse(
          reason -> rejections.add(new Rejection(index, reason)),
          () -> rows.add(ComponentRow.of(index, components.get(index))));
    }
    rows.sort(ComponentRow.KEY_ORDER);
    if (!rows.isEmpty()) {
      // Deadlocks are rare, because rows are sorted.
      rejections.addAll(SqlErrors.retryingRaces(() -> write(connection, rows)));
    }
    return rejections;
  }

  private List<Rejection> write(Connection connection, List<ComponentRow> rows)
      throws SQLException {
    try {
      upsert(connection, rows);
      return List.of();
    } catch (SQLException e) {
      if (!SqlErrors.isData(e)) {
        throw e;
      }
      return rows.size() == 1 ? List.of(rejection(rows.get(0), e)) : isolate(connection, rows);
    }
  }

  /** Halves the rows until each rejected row is found; all others are written in one transaction. */
  private List<Rejection> isolate(Connection connection, List<ComponentRow> rows)
      throws SQLException {
    List<Rejection> rejections = new ArrayList<>();
    connection.setAutoCommit(false);
    try {
      new RejectionSearch(connection, rejections).halve(rows);
      connection.commit();
    } catch (SQLException e) {
      undo(connection, e);
      throw e;
    }
    connection.setAutoCommit(true);
    return rejections;
  }

  private static void undo(Connection connection, SQLException failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      failure.addSuppressed(e); // the connection is broken, which also rolls back
    }
  }

  private static Rejection rejection(ComponentRow componentRow, SQLException e) {
    return new Rejection(componentRow.index(), SqlErrors.describe(e));
  }

  private void upsert(Connection connection, List<ComponentRow> rows) throws SQLException {
    String text = before + String.join(",\n  ", Collections.nCopies(rows.size(), tuple)) + after;
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      for (int i = 0; i < rows.size(); i++) {
        rows.get(i).bind(statement, 1 + i * ComponentRow.VALUES);
      }
      statement.executeUpdate();
    }
  }

  /** The search for rejected rows, within one transaction. */
  private final class RejectionSearch {
    private final Connection connection;
    private final List<Rejection> rejections;
    private int statements;

    private RejectionSearch(Connection connection, List<Rejection> rejections) {
      this.connection = connection;
      this.rejections = rejections;
    }

    private void halve(List<ComponentRow> rows) throws SQLException {
      int middle = rows.size() / 2;
      write(rows.subList(0, middle));
      write(rows.subList(middle, rows.size()));
    }

    private void write(List<ComponentRow> rows) throws SQLException {
      if (++statements > MAX_STATEMENTS) {
        throw new SQLTimeoutException(
            "the database rejected too many rows to identify them in one transaction");
      }
      try {
        upsert(connection, rows);
      } catch (SQLException e) {
        if (!SqlErrors.isData(e)) {
          throw e;
        }
        if (rows.size() == 1) {
          rejections.add(rejection(rows.get(0), e));
        } else {
          halve(rows);
        }
      }
    }
  }
}
