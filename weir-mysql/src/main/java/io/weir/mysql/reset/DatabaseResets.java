// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.reset;

import io.weir.reset.ResetRefused;
import io.weir.reset.Resets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Resets stored in a database. */
public final class DatabaseResets implements Resets {
  /**
   * Work on a connection.
   *
   * @param <T> the type of its result
   */
  public interface ResetWork<T> {
    /** Runs the work. */
    T run(Connection connection, ResetTable table) throws SQLException;
  }

  /** Runs work on a connection, on a thread that may block. */
  public interface ResetExecutors {
    /** Runs work in a transaction. */
    <T> CompletableFuture<T> change(ResetWork<T> resetWork);

    /** Runs work that reads, with each statement in a transaction of its own. */
    <T> CompletableFuture<T> read(ResetWork<T> resetWork);
  }

  private final ResetExecutors resetExecutors;

  /** Creates resets that run their work on these executors. */
  public DatabaseResets(ResetExecutors resetExecutors) {
    this.resetExecutors = resetExecutors;
  }

  @Override
  public CompletionStage<Long> raise(ResetTarget resetTarget, long minEpoch) {
    CompletableFuture<OptionalLong> epoch = resetExecutors.change(
        (connection, table) -> table.raise(connection, resetTarget, minEpoch));
    return epoch.thenCompose(raised -> raised.isPresent()
        ? CompletableFuture.completedFuture(raised.getAsLong())
        : CompletableFuture.failedFuture(ResetRefused.overBudget(resetTarget.workspace())));
  }

  @Override
  public CompletionStage<Void> store(List<Reset> resets) {
    List<Reset> copy = List.copyOf(resets);
    CompletableFuture<Boolean> done =
        resetExecutors.change((connection, table) -> table.store(connection, copy));
    return done.thenApply(stored -> null);
  }

  @Override
  public CompletionStage<ResetPage> since(ResetPosition resetPosition) {
    return resetExecutors.read((connection, table) -> table.since(connection, resetPosition));
  }
}
