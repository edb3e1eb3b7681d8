// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The one database server of a run: a new one, or the one that the environment names. */
public final class Server implements AutoCloseable {
  /** Names a server that runs elsewhere, as a JDBC URL. Whatever else it does meanwhile is counted too. */
  public static final String EXTERNAL = "WEIR_TEST_MYSQL_URL";

  /** If set to {@code memory}, no database is used: rows and delays are the same, and the run is shorter. */
  public static final String CHOICE = "WEIR_BENCH_LEDGER";

  private final @Nullable MariaDbServer own;
  private final String external;

  private Server(@Nullable MariaDbServer own, String external) {
    this.own = own;
    this.external = external;
  }

  /** Why there is none, as half a sentence; empty if there is one. */
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

  /** Starts or finds it. */
  public static Server open() {
    return named()
        .map(url -> new Server(null, url))
        .orElseGet(() -> new Server(MariaDbServer.start("--innodb-buffer-pool-size=512M"), ""));
  }

  /** The JDBC URL of a database that nobody has used. */
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
