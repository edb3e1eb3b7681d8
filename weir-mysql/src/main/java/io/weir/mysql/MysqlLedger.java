// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.reset.DatabaseResets;
import io.weir.mysql.reset.ResetTable;
import io.weir.mysql.sql.Beat;
import io.weir.mysql.sql.Cleaning;
import io.weir.mysql.sql.LedgerTables;
import io.weir.mysql.sql.Pull;
import io.weir.mysql.sql.Push;
import io.weir.reset.Resets;
import io.weir.sql.Tables;
import io.weir.sql.Tables.Owner;
import io.weir.sql.dialect.Dialect;
import io.weir.time.NanoClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * The ledger over MySQL 8 or newer, or MariaDB 10.11 or newer.
 *
 * <p>Opening does not wait for the database, and neither does any call: while it can't be reached, calls fail and the
 * region goes on by itself. The tables are made on first use.
 */
public final class MysqlLedger implements Ledger {
  static final Owner<Statements> OWNER =
      new Owner<>(LedgerTables.PLAN, Statements::of, LedgerUnavailable::new);

  /** What can be said to a database, in its dialect. */
  record Statements(Push push, Pull pull, Beat beat, Cleaning cleaning, ResetTable resets) {
    static Statements of(Dialect dialect) {
      return new Statements(
          new Push(dialect),
          new Pull(dialect),
          new Beat(dialect),
          new Cleaning(dialect),
          new ResetTable(dialect));
    }
  }

  private final Tables<Statements> database;
  private final Lanes lanes;
  private final Turns turns;
  private final Resets resets = new DatabaseResets(new ResetCalls());
  private final AtomicBoolean closed = new AtomicBoolean();

  private MysqlLedger(Tables<Statements> database, Lanes lanes, boolean cleans) {
    this.database = database;
    this.lanes = lanes;
    this.turns = new Turns(database, cleans, NanoClock.system());
  }

  /** A ledger in the database at this JDBC URL, which may hold user and password. */
  public static MysqlLedger open(String jdbcUrl) {
    return open(MysqlOptions.at(jdbcUrl).build());
  }

  /** A ledger in the database at this JDBC URL. */
  public static MysqlLedger open(String jdbcUrl, String user, String password) {
    return open(MysqlOptions.at(jdbcUrl).user(user).password(password).build());
  }

  /** A ledger in a database. */
  public static MysqlLedger open(MysqlOptions options) {
    return new MysqlLedger(
        Tables.open(options.connection(), OWNER), Lanes.create(), options.cleans());
  }

  /**
   * A ledger over connections that were set up elsewhere, and that closing leaves alone. They should commit by themselves,
   * read what is committed, and have time limits.
   *
   * @param executor runs what waits for the database
   */
  public static MysqlLedger over(DataSource source, Executor executor) {
    return new MysqlLedger(new Tables<>(OWNER, source), Lanes.on(executor), true);
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> copy = List.copyOf(components);
    return lanes.push(() -> database.use(
        "a push", (connection, statements) -> statements.push().push(connection, copy)));
  }

  @Override
  public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    return lanes.pull(() -> database.use(
        "a pull",
        (connection, statements) -> statements.pull().pull(connection, asker, from, limit)));
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    CompletableFuture<Pulse> answer = lanes.beat(() -> database.use(
        "a heartbeat", (connection, statements) -> statements.beat().beat(connection, heartbeat)));
    // In the same lane but behind the answer: nobody waits for it.
    CompletableFuture<Void> unusedTurn =
        answer.thenRun(() -> turns.take(lanes, heartbeat.region(), heartbeat.incarnation()));
    return answer;
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return lanes
        .beat(() -> database.use("to deregister", (connection, statements) -> {
          statements.beat().leave(connection, region, incarnation);
          return true;
        }))
        .thenApply(done -> null);
  }

  @Override
  public Resets resets() {
    return resets;
  }

  private final class ResetCalls implements DatabaseResets.Calls {
    @Override
    public <T> CompletableFuture<T> change(DatabaseResets.Work<T> work) {
      return lanes.reset(() -> database.change(
          "a reset", (connection, statements) -> work.on(connection, statements.resets())));
    }

    @Override
    public <T> CompletableFuture<T> read(DatabaseResets.Work<T> work) {
      return lanes.reset(() -> database.use(
          "to read resets", (connection, statements) -> work.on(connection, statements.resets())));
    }
  }

  /** Ends the connections, unless they were handed in. Calls that were not answered yet, or come later, fail. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      lanes.close();
      database.close();
    }
  }
}
