// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.SqlErrors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongPredicate;

/** Deletes what can no longer matter, in batches that hold no lock for long. */
public final class CleanupStatements {
  /** A few milliseconds of work. More would delay pushes, less would cost more round trips. */
  public static final int BATCH_SIZE = 1_000;

  /** Two and a half times the pause between runs: a holder that misses one run keeps the lease. */
  private static final long LEASE_MILLIS = 150_000;

  private final String elect;
  private final List<String> deletes;

  /** Creates the statements in this dialect. */
  public CleanupStatements(Dialect dialect) {
    this.elect = LedgerTables.statement(dialect, "elect");
    this.deletes = List.of(
        LedgerTables.statement(dialect, "clean-counts"),
        LedgerTables.statement(dialect, "clean-processes"),
        LedgerTables.statement(dialect, "clean-resets"));
  }

  /** Tries to acquire or extend the lease for cleaning. Returns whether this process holds it now. */
  public boolean tryElect(Connection connection, String region, String incarnation)
      throws SQLException {
    byte[] holder = LedgerDigest.ofProcess(region, incarnation).bytes();
    try (PreparedStatement statement = connection.prepareStatement(elect)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setBytes(1, holder);
      statement.setLong(2, LEASE_MILLIS);
      statement.setBytes(3, holder);
      return statement.executeUpdate() == 1;
    }
  }

  /**
   * Deletes until nothing is left or the caller stops it.
   *
   * @param batch the maximum number of rows that a statement deletes
   * @param goOn receives the number of rows deleted so far after each statement, and returns whether to continue
   * @return how many rows were deleted
   */
  public long clean(Connection connection, int batch, LongPredicate goOn) throws SQLException {
    long total = 0;
    for (String delete : deletes) {
      int deleted;
      do {
        // A push locks rows by key, a deletion by age, so they deadlock now and then.
        deleted = SqlErrors.retryingRaces(() -> delete(connection, delete, batch));
        total += deleted;
        if (!goOn.test(total)) {
          return total;
        }
      } while (deleted == batch);
    }
    return total;
  }

  private static int delete(Connection connection, String text, int batch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setInt(1, batch);
      return statement.executeUpdate();
    }
  }
}
