// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.Machine;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.Optional;
import java.util.UUID;
import org.opentest4j.TestAbortedException;

/**
 * Provides the servers that a test requires. If one is unavailable the test is skipped, and {@link SkippedTests}
 * reports the number; if servers are mandatory, it fails instead.
 */
public final class RequiredServers {
  /** Specifies a Redis to use instead of starting one. Tests may clear it. */
  public static final String TEST_REDIS_URI = "WEIR_TEST_REDIS_URI";

  /**
   * Specifies a MariaDB or MySQL to use instead of starting one, as a JDBC URL with a user who may create databases.
   * Tests do not delete the databases that they create; their names begin with weir_test_.
   */
  public static final String TEST_MYSQL_URL = "WEIR_TEST_MYSQL_URL";

  /** If set to 1, a test fails if a server is unavailable. */
  public static final String REQUIRE_SERVERS = "WEIR_REQUIRE_SERVERS";

  /**
   * Thrown to skip a test because a server is unavailable. The message gives the reason and a remedy, as part of a
   * sentence.
   */
  static final class ServerMissing extends TestAbortedException {
    private static final long serialVersionUID = 1L;

    ServerMissing(String message) {
      super(message);
    }
  }

  private final Machine machine;

  RequiredServers(Machine machine) {
    this.machine = machine;
  }

  static RequiredServers ofThisMachine() {
    return new RequiredServers(Machine.here());
  }

  /**
   * Returns the URI of a Redis for tests that do not disturb it: the one in the environment, or the shared one of
   * this JVM.
   */
  public static String redis() {
    return ofThisMachine().anyRedis();
  }

  /**
   * Starts a Redis that the test may kill and pause, and must close. The one in the environment is never used for
   * this.
   */
  public static RedisServer ownRedis(String... arguments) {
    ofThisMachine().requireRedis(RedisBinary.OVERRIDE);
    return RedisServer.start(arguments);
  }

  /** Starts a cluster that the test may manipulate in any way, and must close. */
  public static RedisCluster ownRedisCluster(String... arguments) {
    ofThisMachine().requireRedis(RedisBinary.OVERRIDE);
    return RedisCluster.start(arguments);
  }

  /**
   * Returns the JDBC URL of a new database for tests that do not disturb their server: on the one in the environment,
   * or on the shared one of this JVM. Each call names another database.
   */
  public static String mysql() {
    return ofThisMachine().anyMysql();
  }

  /**
   * Starts a MariaDB that the test may kill and pause, and must close. The one in the environment is never used for
   * this.
   */
  public static MariaDbServer ownMysql(String... arguments) {
    ofThisMachine().requireMysql(MariaDbBinary.OVERRIDE);
    return MariaDbServer.start(arguments);
  }

  String anyRedis() {
    return machine.variable(TEST_REDIS_URI).orElseGet(() -> {
      requireRedis(TEST_REDIS_URI);
      return RedisServer.shared().uri();
    });
  }

  String anyMysql() {
    String database = "weir_test_" + UUID.randomUUID().toString().replace("-", "");
    Optional<String> external = machine.variable(TEST_MYSQL_URL);
    if (external.isPresent()) {
      return external(external.get()).of(database);
    }
    requireMysql(TEST_MYSQL_URL);
    return MariaDbServer.shared().url(database);
  }

  private static JdbcUrl external(String url) {
    try {
      return JdbcUrl.parse(url);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(TEST_MYSQL_URL + " is " + e.getMessage(), e);
    }
  }

  void requireRedis(String remedy) {
    require(new RedisBinary(machine).absence(), remedy);
  }

  void requireMysql(String remedy) {
    require(new MariaDbBinary(machine).absence(), remedy);
  }

  private void require(Optional<String> absence, String remedy) {
    if (absence.isEmpty()) {
      return;
    }
    if (machine.variable(REQUIRE_SERVERS).equals(Optional.of("1"))) {
      throw new AssertionError(REQUIRE_SERVERS + " is 1, but " + absence.get() + "; set " + remedy);
    }
    throw new ServerMissing(absence.get() + "; set " + remedy + " to run them");
  }
}
