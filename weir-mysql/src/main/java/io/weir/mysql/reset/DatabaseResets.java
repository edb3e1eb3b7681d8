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

/** The resets that a database keeps. */
public final class DatabaseResets implements Resets {
  /**
   * Something to be said on a connection.
   *
   * @param <T> what comes of it
   */
  public interface ResetWork<T> {
    /** Says it. */
    T run(Connection connection, ResetTable table) throws SQLException;
  }

  /** Does things on a connection, on a thread that may wait. */
  public interface ResetExecutors {
    /** Does all of it or nothing. */
    <T> CompletableFuture<T> change(ResetWork<T> resetWork);

    /** Reads, each statement for itself. */
    <T> CompletableFuture<T> read(ResetWork<T> resetWork);
  }

  private final ResetExecutors resetExecutors;

  /** By these calls. */
  public DatabaseResets(ResetExecutors resetExecutors) {
    this.resetExecutors = resetExecutors;
  }

  @Override
  public CompletionStage<Long> raise(ResetTarget resetTarget, long least) {
    CompletableFuture<OptionalLong> epoch =
        resetExecutors.change((connection, table) -> table.raise(connection, resetTarget, least));
    return epoch.thenCompose(raised -> raised.isPresent()
        ? CompletableFuture.completedFuture(raised.getAsLong())
        : CompletableFuture.failedFuture(ResetRefused.overBudget(resetTarget.workspace())));
  }

  @Override
  public CompletionStage<Void> store(List<Reset> resets) {
    List<Reset> copy = List.copyOf(resets);
    CompletableFuture<Boolean> done =
        resetExecutors.change((connection, table) -> table.store(connection, copy));
    return done.thenApply(kept -> null);
  }

  @Override
  public CompletionStage<ResetPage> since(ResetPosition resetPosition) {
    return resetExecutors.read((connection, table) -> table.since(connection, resetPosition));
  }
}
