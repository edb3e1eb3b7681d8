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
  /** A few milliseconds of work. Larger ones would hold up pushes, smaller ones pay for more round trips. */
  public static final int BATCH_SIZE = 1_000;

  /** Twice the pause between turns and a half: a holder that misses one turn keeps the lease. */
  private static final long LEASE_MILLIS = 150_000;

  private final String elect;
  private final List<String> deletes;

  /** For databases of this dialect. */
  public CleanupStatements(Dialect dialect) {
    this.elect = LedgerTables.statement(dialect, "elect");
    this.deletes = List.of(
        LedgerTables.statement(dialect, "clean-counts"),
        LedgerTables.statement(dialect, "clean-processes"),
        LedgerTables.statement(dialect, "clean-resets"));
  }

  /** Whether this process is the one that cleans, from now on for a while. */
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
   * Deletes until nothing is left or the caller has had enough.
   *
   * @param batch how many rows a statement deletes at most
   * @param goOn hears after each statement how many rows are gone so far, and says whether to go on
   * @return how many rows were deleted
   */
  public long clean(Connection connection, int batch, LongPredicate goOn) throws SQLException {
    long gone = 0;
    for (String delete : deletes) {
      int deleted;
      do {
        // A push locks rows by their key, a deletion by their age: now and then they deadlock.
        deleted = SqlErrors.retryingRaces(() -> delete(connection, delete, batch));
        gone += deleted;
        if (!goOn.test(gone)) {
          return gone;
        }
      } while (deleted == batch);
    }
    return gone;
  }

  private static int delete(Connection connection, String text, int batch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      statement.setInt(1, batch);
      return statement.executeUpdate();
    }
  }
}
