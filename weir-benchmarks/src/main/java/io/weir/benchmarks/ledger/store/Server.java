// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The database server of a run: a new one, or the one named by the environment. */
public final class Server implements AutoCloseable {
  /** The variable with the JDBC URL of an external server. Any other work of that server is counted too. */
  public static final String EXTERNAL = "WEIR_TEST_MYSQL_URL";

  /** If this variable is {@code memory}, no database is used: rows and delays are the same, and the run is shorter. */
  public static final String CHOICE = "WEIR_BENCH_LEDGER";

  private final @Nullable MariaDbServer own;
  private final String external;

  private Server(@Nullable MariaDbServer own, String external) {
    this.own = own;
    this.external = external;
  }

  /** Why no server is available, as a sentence fragment; empty if one is available. */
  public static Optional<String> absence() {
    if ("memory".equals(System.getenv(CHOICE))) {
      return Optional.of(CHOICE + " is memory");
    }
    return named().isPresent()
        ? Optional.empty()
        : MariaDbBinary.ofThisMachine().absence();
  }

  private static Optional<String> named() {
    return Optional.ofNullable(System.getenv(EXTERNAL)).filter(url -> !url.isEmpty());
  }

  /** Starts a server, or uses the external one. */
  public static Server open() {
    return named()
        .map(url -> new Server(null, url))
        .orElseGet(() -> new Server(MariaDbServer.start("--innodb-buffer-pool-size=512M"), ""));
  }

  /** The JDBC URL of a new database. */
  String newDatabase() {
    String name = "weir_test_" + UUID.randomUUID().toString().replace("-", "");
    return own == null ? JdbcUrl.parse(external).of(name) : own.url(name);
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }
}
