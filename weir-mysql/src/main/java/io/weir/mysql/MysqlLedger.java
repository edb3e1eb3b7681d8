// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * The ledger over MySQL 8 or newer, MariaDB 10.11 or newer, or an H2 in this process.
 *
 * <p>Opening does not wait for the database, and neither does any call: while it can't be reached, calls fail and the
 * region goes on by itself. The tables are made on first use.
 */
public final class MysqlLedger implements Ledger {
  /** How long closing may wait for the pool: a bound, not a wait. */
  private static final long CLOSE_MILLIS = 2_000;

  private final Database database;
  private final Lanes lanes;
  private final Turns turns;
  private final Runnable shutdown;
  private final AtomicBoolean closed = new AtomicBoolean();

  private MysqlLedger(Database database, Lanes lanes, Turns turns, Runnable shutdown) {
    this.database = database;
    this.lanes = lanes;
    this.turns = turns;
    this.shutdown = shutdown;
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
    HikariDataSource pool = Pool.open(options);
    Database database = new Database(pool, options.migrates(), options::hidingPasswords);
    return new MysqlLedger(
        database, Lanes.create(), turns(database, options.cleans()), () -> end(pool));
  }

  /**
   * A ledger in a file of this process alone, for one machine or for trying things out; needs {@code com.h2database:h2}.
   * What was pushed is still there after the process was killed.
   *
   * @param file where; the database adds an ending
   * @throws LedgerUnavailable if the file can't be opened, say because another process has it
   */
  public static MysqlLedger embedded(Path file) {
    Embedded.probe(file); // a pool would try for seconds, and hide the reason
    MysqlLedger ledger = open(MysqlOptions.at(Embedded.url(file)).build());
    try {
      ledger.database.use("to open the file " + file, (connection, statements) -> true);
      return ledger;
    } catch (LedgerUnavailable e) {
      ledger.close();
      throw e;
    }
  }

  /**
   * A ledger over connections that were set up elsewhere, and that closing leaves alone. They should commit by themselves,
   * read what is committed, and have time limits.
   *
   * @param executor runs what waits for the database
   */
  public static MysqlLedger over(DataSource source, Executor executor) {
    Database database = new Database(source, true, UnaryOperator.identity());
    return new MysqlLedger(database, Lanes.on(executor), turns(database, true), () -> {});
  }

  private static Turns turns(Database database, boolean cleans) {
    return new Turns(database, cleans, NanoClock.system());
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    List<Component> copy = List.copyOf(components);
    return lanes.push(() -> database.use(
        "a push", (connection, statements) -> statements.push().push(connection, copy)));
  }

  @Override
  public CompletionStage<Page> pull(String region, long since) {
    return lanes.pull(() -> database.use(
        "a pull", (connection, statements) -> statements.pull().pull(connection, region, since)));
  }

  @Override
  public CompletionStage<Pulse> beat(String region, String incarnation) {
    CompletableFuture<Pulse> answer = lanes.beat(() -> database.use(
        "a heartbeat",
        (connection, statements) -> statements.beat().beat(connection, region, incarnation)));
    // In the same lane but behind the answer: nobody waits for it.
    CompletableFuture<Void> unusedTurn =
        answer.thenRun(() -> turns.take(lanes, region, incarnation));
    return answer;
  }

  /** Ends the connections, unless they were handed in. Calls that were not answered yet, or come later, fail. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      lanes.close();
      shutdown.run();
    }
  }

  /** A pool waits for connections that hang; whoever closes does not. */
  private static void end(HikariDataSource pool) {
    Thread closing = new Thread(pool::close, "weir-ledger-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
