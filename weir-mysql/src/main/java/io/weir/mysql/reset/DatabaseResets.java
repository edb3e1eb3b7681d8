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
  public interface Work<T> {
    /** Says it. */
    T on(Connection connection, ResetTable table) throws SQLException;
  }

  /** Does things on a connection, on a thread that may wait. */
  public interface Calls {
    /** Does all of it or nothing. */
    <T> CompletableFuture<T> change(Work<T> work);

    /** Reads, each statement for itself. */
    <T> CompletableFuture<T> read(Work<T> work);
  }

  private final Calls calls;

  /** By these calls. */
  public DatabaseResets(Calls calls) {
    this.calls = calls;
  }

  @Override
  public CompletionStage<Long> raise(Identity identity, long least) {
    CompletableFuture<OptionalLong> epoch =
        calls.change((connection, table) -> table.raise(connection, identity, least));
    return epoch.thenCompose(raised -> raised.isPresent()
        ? CompletableFuture.completedFuture(raised.getAsLong())
        : CompletableFuture.failedFuture(ResetRefused.overBudget(identity.workspace())));
  }

  @Override
  public CompletionStage<Void> keep(List<Reset> resets) {
    List<Reset> copy = List.copyOf(resets);
    CompletableFuture<Boolean> done =
        calls.change((connection, table) -> table.keep(connection, copy));
    return done.thenApply(kept -> null);
  }

  @Override
  public CompletionStage<Page> since(Position position) {
    return calls.read((connection, table) -> table.since(connection, position));
  }
}
