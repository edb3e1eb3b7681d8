// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.time.EpochClock;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Locale;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Provides connections on which the database's clock shows virtual time. Not thread-safe. */
final class VirtualTimeSource implements DataSource {
  private final DataSource source;
  private final EpochClock clock;
  private long setUpNanos;

  VirtualTimeSource(DataSource source, EpochClock clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Connection getConnection() throws SQLException {
    long began = System.nanoTime();
    Connection connection = source.getConnection();
    try (Statement statement = connection.createStatement()) {
      long now = clock.epochMillis();
      statement.execute(
          String.format(Locale.ROOT, "SET timestamp = %d.%03d", now / 1_000, now % 1_000));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    setUpNanos += System.nanoTime() - began;
    return connection;
  }

  /** Nanoseconds spent so far on getting connections and setting their time. */
  long setUpNanos() {
    return setUpNanos;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is part of the pool's configuration");
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
