// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.util.Map;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * What a test needs to run. Where it can't be had the test is skipped, and {@link SkippedTests} tells how many were;
 * where servers are required it fails instead.
 */
public final class Needs {
  /** Names a Redis that tests use instead of one that they start. They may empty it. */
  public static final String TEST_REDIS_URI = "WEIR_TEST_REDIS_URI";

  /** If set to 1, a test fails for want of a server. */
  public static final String REQUIRE_SERVERS = "WEIR_REQUIRE_SERVERS";

  /** Ends a test for want of a server. Its message is half a sentence that says why, and what would help. */
  static final class ServerMissing extends TestAbortedException {
    private static final long serialVersionUID = 1L;

    ServerMissing(String message) {
      super(message);
    }
  }

  private final Map<String, String> environment;
  private final RedisBinary binary;

  Needs(Map<String, String> environment, RedisBinary binary) {
    this.environment = environment;
    this.binary = binary;
  }

  static Needs ofThisMachine() {
    return new Needs(System.getenv(), RedisBinary.ofThisMachine());
  }

  /** The URI of a Redis for tests that do it no harm: the one in the environment, else the shared one of this JVM. */
  public static String redis() {
    return ofThisMachine().anyRedis();
  }

  /** A Redis that the test may kill and pause, and must close. The one in the environment is never used for this. */
  public static RedisServer ownRedis(String... arguments) {
    ofThisMachine().requireBinary(RedisBinary.OVERRIDE);
    return RedisServer.start(arguments);
  }

  /** A cluster that the test may do anything to, and must close. */
  public static RedisCluster ownRedisCluster(String... arguments) {
    ofThisMachine().requireBinary(RedisBinary.OVERRIDE);
    return RedisCluster.start(arguments);
  }

  String anyRedis() {
    String external = environment.getOrDefault(TEST_REDIS_URI, "");
    if (!external.isEmpty()) {
      return external;
    }
    requireBinary(TEST_REDIS_URI);
    return RedisServer.shared().uri();
  }

  void requireBinary(String remedy) {
    Optional<String> absence = binary.absence();
    if (absence.isEmpty()) {
      return;
    }
    if ("1".equals(environment.get(REQUIRE_SERVERS))) {
      throw new AssertionError(REQUIRE_SERVERS + " is 1, but " + absence.get() + "; set " + remedy);
    }
    throw new ServerMissing(absence.get() + "; set " + remedy + " to run them");
  }
}
