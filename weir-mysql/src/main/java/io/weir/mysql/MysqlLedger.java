// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.reset.DatabaseResets;
import io.weir.mysql.reset.ResetTable;
import io.weir.mysql.sql.CleanupStatements;
import io.weir.mysql.sql.HeartbeatStatements;
import io.weir.mysql.sql.LedgerTables;
import io.weir.mysql.sql.PullStatements;
import io.weir.mysql.sql.PushStatements;
import io.weir.reset.Resets;
import io.weir.sql.Database;
import io.weir.sql.Database.SchemaSpec;
import io.weir.sql.dialect.Dialect;
import io.weir.time.NanoClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A ledger in MySQL 8 or newer, or MariaDB 10.11 or newer.
 *
 * <p>Neither opening nor any call waits for the database: while it is unavailable, calls fail and the region
 * continues on its own. The tables are created on first use.
 */
public final class MysqlLedger implements Ledger {
  static final SchemaSpec<LedgerStatements> OWNER =
      new SchemaSpec<>(LedgerTables.PLAN, LedgerStatements::of, LedgerUnavailable::new);

  /** The ledger's statements in the database's dialect. */
  record LedgerStatements(
      PushStatements push,
      PullStatements pull,
      HeartbeatStatements heartbeat,
      CleanupStatements cleanup,
      ResetTable resets) {
    static LedgerStatements of(Dialect dialect) {
      return new LedgerStatements(
          new PushStatements(dialect),
          new PullStatements(dialect),
          new HeartbeatStatements(dialect),
          new CleanupStatements(dialect),
          new ResetTable(dialect));
    }
  }

  private final Database<LedgerStatements> database;
  private final LedgerExecutors executors;
  private final CleanupSchedule cleanup;
  private final Resets resets = new DatabaseResets(new LedgerResetCalls());
  private final AtomicBoolean closed = new AtomicBoolean();

  private MysqlLedger(
      Database<LedgerStatements> database, LedgerExecutors executors, boolean cleans) {
    this.database = database;
    this.executors = executors;
    this.cleanup = new CleanupSchedule(database, cleans, NanoClock.system());
  }

  /** Opens a ledger in the database at this JDBC URL, which may contain user and password. */
  public static MysqlLedger open(String jdbcUrl) {
    return open(MysqlOptions.at(jdbcUrl).build());
  }

  /** Opens a ledger in the database at this JDBC URL. */
  public static MysqlLedger open(String jdbcUrl, String user, String password) {
    return open(MysqlOptions.at(jdbcUrl).user(user).password(password).build());
  }

  /** Opens a ledger with these options. */
  public static MysqlLedger open(MysqlOptions options) {
    return new MysqlLedger(
        Database.open(options.connection(), OWNER), LedgerExecutors.create(), options.cleans());
  }

  /**
   * Creates a ledger that uses connections of the caller, which closing the ledger leaves open. They should be in
   * auto-commit mode, use the isolation level READ COMMITTED, and have timeouts.
   *
   * @param executor runs the work that blocks on the database
   */
  public static MysqlLedger over(DataSource source, Executor executor) {
    return new MysqlLedger(new Database<>(OWNER, source), LedgerExecutors.over(executor), true);
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> copy = List.copyOf(components);
    return executors.push(() -> database.use(
        "a push",
        (connection, ledgerStatements) -> ledgerStatements.push().push(connection, copy)));
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    return executors.pull(() -> database.use(
        "a pull",
        (connection, ledgerStatements) ->
            ledgerStatements.pull().pull(connection, pullRequester, from, limit)));
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    CompletableFuture<LedgerStatus> answer = executors.heartbeat(() -> database.use(
        "a heartbeat",
        (connection, ledgerStatements) ->
            ledgerStatements.heartbeat().record(connection, ledgerHeartbeat)));
    // On the same executor but after the response, which does not wait for it.
    CompletableFuture<Void> unusedCleanup = answer.thenRun(
        () -> cleanup.runIfDue(executors, ledgerHeartbeat.region(), ledgerHeartbeat.incarnation()));
    return answer;
  }

  @Override
  public CompletionStage<Void> leave(String region, String incarnation) {
    return executors
        .heartbeat(() -> database.use("to deregister", (connection, ledgerStatements) -> {
          ledgerStatements.heartbeat().leave(connection, region, incarnation);
          return true;
        }))
        .thenApply(done -> null);
  }

  @Override
  public Resets resets() {
    return resets;
  }

  private final class LedgerResetCalls implements DatabaseResets.ResetExecutors {
    @Override
    public <T> CompletableFuture<T> change(DatabaseResets.ResetWork<T> resetWork) {
      return executors.reset(() -> database.change(
          "a reset",
          (connection, ledgerStatements) -> resetWork.run(connection, ledgerStatements.resets())));
    }

    @Override
    public <T> CompletableFuture<T> read(DatabaseResets.ResetWork<T> resetWork) {
      return executors.reset(() -> database.use(
          "to read resets",
          (connection, ledgerStatements) -> resetWork.run(connection, ledgerStatements.resets())));
    }
  }

  /** Closes the connections, unless the caller provided them. Open and later calls fail. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      executors.close();
      database.close();
    }
  }
}
