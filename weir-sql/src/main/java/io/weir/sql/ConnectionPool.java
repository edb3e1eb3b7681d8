// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens connections and connection pools to a database URL, with timeouts on everything. */
public final class ConnectionPool {
  /** One connection for each kind of call, so that none waits for another. */
  private static final int SIZE = 4;

  private static final long CONNECT_MILLIS = 5_000;

  /** Longer than a statement may take, so that the database times out first; shorter than the agents wait. */
  private static final long SOCKET_MILLIS = 9_500;

  /**
   * A row lock that is held for longer belongs to a client that hangs. In strict mode, a name that is too long is an
   * error.
   */
  private static final String SESSION =
      "SET SESSION innodb_lock_wait_timeout = 5, SESSION sql_mode = 'STRICT_ALL_TABLES'";

  private static final List<String> PREFIXES = List.of("jdbc:mariadb:", "jdbc:mysql:");

  private static final Pattern PORT = Pattern.compile("//[^/]*:(\\d+)(?:/|,|$)");

  private ConnectionPool() {}

  /** Opens a pool. Neither waits for the database nor fails if it is unavailable. */
  public static HikariDataSource open(ConnectionOptions options, String owner) {
    String url = url(options, owner);
    HikariConfig config = new HikariConfig();
    config.setPoolName("weir-" + owner);
    config.setJdbcUrl(url);
    config.setDataSourceProperties(properties(options));
    config.setMaximumPoolSize(SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECT_MILLIS);
    config.setValidationTimeout(CONNECT_MILLIS / 2);
    config.setInitializationFailTimeout(-1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setExceptionOverride(new EvictingErrors());
    config.setConnectionInitSql(SESSION);
    return new HikariDataSource(config);
  }

  /** Opens a single connection without a pool, and waits for it. The timeouts are the same. */
  public static Connection connect(ConnectionOptions options, String owner) throws SQLException {
    return DriverManager.getConnection(url(options, owner), properties(options));
  }

  /** Returns the driver properties, which override parameters in the URL. */
  private static Properties properties(ConnectionOptions options) {
    Properties properties = options.credentials();
    properties.setProperty("connectTimeout", Long.toString(CONNECT_MILLIS));
    properties.setProperty("socketTimeout", Long.toString(SOCKET_MILLIS));
    properties.setProperty("tcpKeepAlive", "true");
    return properties;
  }

  /** Returns the URL if a driver accepts it. */
  private static String url(ConnectionOptions options, String owner) {
    String url = options.url();
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException(
          "the " + owner + " needs a JDBC URL such as jdbc:mariadb://host:3306/database,"
              + " but was given " + options);
    }
    if (PREFIXES.stream().noneMatch(url::startsWith)) {
      throw new IllegalArgumentException(
          "the " + owner + " needs MySQL or MariaDB, at a URL such as"
              + " jdbc:mariadb://host:3306/database, but was given " + options);
    }
    try {
      Driver driver = DriverManager.getDriver(url);
      driver.getPropertyInfo(url, options.credentials());
    } catch (SQLException e) {
      throw new IllegalArgumentException(options.hidingPasswords(describe(url, e)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          options.hidingPasswords("invalid URL " + url + ": " + e.getMessage()));
    }
    requirePort(options);
    return url;
  }

  /** A driver may detect an invalid port only when it connects. */
  private static void requirePort(ConnectionOptions options) {
    Matcher port = PORT.matcher(options.toString());
    if (port.find() && (port.group(1).length() > 5 || Integer.parseInt(port.group(1)) > 65_535)) {
      throw new IllegalArgumentException(
          "the port must be 1 to 65535, but was " + port.group(1) + " in " + options);
    }
  }

  private static String describe(String url, SQLException e) {
    if (!"08001".equals(e.getSQLState())) {
      return "invalid URL " + url + ": " + e.getMessage();
    }
    if (url.startsWith("jdbc:mysql:")) {
      return "no JDBC driver for " + url + ": use jdbc:mariadb:// for the driver bundled with Weir,"
          + " or add com.mysql:mysql-connector-j to the class path";
    }
    return "no JDBC driver on the class path accepts " + url;
  }
}
