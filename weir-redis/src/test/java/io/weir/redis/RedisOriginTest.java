// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.origin.Origin;
import io.weir.testkit.contract.OriginContract;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisCluster;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Runs the contract of origins against every kind of Redis. */
@Tag("integration")
class RedisOriginTest {
  /** On a server that other tests use as well. */
  @Nested
  class Shared extends OriginContract {
    @Override
    protected Origin createOrigin() {
      return RedisOrigin.open(RequiredServers.redis(), TestPrefixes.unused());
    }

    @Override
    protected void letTimePass(long millis) {
      Eventually.waitMillis(millis);
    }
  }

  /** On a server that tests may clear. */
  @Nested
  class Own extends OriginContract {
    private static RedisServer server;

    @BeforeAll
    static void start() {
      server = RequiredServers.ownRedis();
    }

    @AfterAll
    static void stop() {
      if (server != null) {
        server.close();
      }
    }

    @Override
    protected Origin createOrigin() {
      return RedisOrigin.open(server.uri(), TestPrefixes.unused());
    }

    @Override
    protected void letTimePass(long millis) {
      Eventually.waitMillis(millis);
    }

    @Override
    protected boolean tryWipe() {
      wipe(server);
      return true;
    }
  }

  /** On a cluster, where the cells of one call are stored on different nodes. */
  @Nested
  class Clustered extends OriginContract {
    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
      cluster = RequiredServers.ownRedisCluster();
    }

    @AfterAll
    static void stop() {
      if (cluster != null) {
        cluster.close();
      }
    }

    @Override
    protected Origin createOrigin() {
      String seed = cluster.uris().get(0).replace("redis://", "redis-cluster://");
      return RedisOrigin.open(seed, TestPrefixes.unused());
    }

    @Override
    protected void letTimePass(long millis) {
      Eventually.waitMillis(millis);
    }

    @Override
    protected boolean tryWipe() {
      cluster.nodes().forEach(RedisOriginTest::wipe);
      return true;
    }
  }

  private static void wipe(RedisServer server) {
    try (RedisConsole console = server.console()) {
      console.call("FLUSHALL");
    }
  }
}
