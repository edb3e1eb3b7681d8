// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.sql.CleanupStatements;
import io.weir.sql.dialect.Dialect;
import io.weir.time.EpochClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A new database on a real server, used over one connection. */
public final class DatabaseStore implements Store {
  private static final Set<String> ROWS = Set.of("Handler_write", "Handler_update");

  private final HikariDataSource pool;
  private final VirtualTimeSource source;
  private final Ledger ledger;
  private final InMemoryLedger memory;

  /** Opens the database. Its clock follows the fleet's time. */
  public DatabaseStore(Server server, InMemoryLedger memory, EpochClock clock) {
    this.memory = memory;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.newDatabase());
    config.setMaximumPoolSize(1);
    pool = new HikariDataSource(config);
    source = new VirtualTimeSource(pool, clock);
    ledger = MysqlLedger.over(source, Runnable::run);
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public void mirror(List<Ledger.Component> components) {
    CompletionStage<List<Ledger.Rejection>> unused = memory.push(components);
  }

  @Override
  public long setUpNanos() {
    return source.setUpNanos();
  }

  @Override
  public void clean() {
    try (Connection connection = source.getConnection()) {
      new CleanupStatements(Dialect.of(connection))
          .clean(connection, CleanupStatements.BATCH_SIZE, deletedRows -> true);
    } catch (SQLException e) {
      throw new IllegalStateException("can't delete expired rows", e);
    }
  }

  @Override
  public Optional<Work> work() {
    return Optional.of(ask("SHOW GLOBAL STATUS", rows -> {
      long touched = 0;
      long bytes = 0;
      do {
        String name = rows.getString(1);
        if (name.startsWith("Handler_read_") || ROWS.contains(name)) {
          touched += rows.getLong(2);
        } else if (name.equals("Bytes_sent")) {
          bytes = rows.getLong(2);
        }
      } while (rows.next());
      return new Work(touched, bytes);
    }));
  }

  private interface Reading<T> {
    T of(ResultSet rows) throws SQLException;
  }

  private <T> T ask(String question, Reading<T> reading) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return reading.of(rows);
    } catch (SQLException e) {
      throw new IllegalStateException("the server did not answer: " + question, e);
    }
  }

  @Override
  public void close() {
    ledger.close();
    pool.close();
  }
}
