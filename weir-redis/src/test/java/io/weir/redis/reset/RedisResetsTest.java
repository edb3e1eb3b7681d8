// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.reset;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.redis.RedisOrigin;
import io.weir.reset.Resets;
import io.weir.testkit.contract.ResetsContract;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisCluster;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the contract of resets against one Redis and against a cluster. */
@Tag("integration")
class RedisResetsTest {
  /** On a server that tests may clear. */
  @Nested
  class Single extends ResetsContract {
    private static RedisServer server;
    private String prefix;
    private RedisOrigin origin;

    @BeforeAll
    static void start() {
      server = RequiredServers.ownRedis();
    }

    @AfterAll
    static void stop() {
      server.close();
    }

    @BeforeEach
    void open() {
      prefix = UUID.randomUUID().toString();
      origin = RedisOrigin.open(server.uri(), prefix);
      awaitConnection(origin);
    }

    @AfterEach
    void close() {
      origin.close();
    }

    @Override
    protected Resets resets() {
      return origin.resets();
    }

    @Override
    protected long epochMillis() {
      return EpochClock.system().epochMillis();
    }

    @Test
    void entriesNotWrittenByWeirAreIgnored() {
      Resets.ResetTarget ann = new Resets.ResetTarget("w", "n", "ann");
      long epoch = Eventually.await(resets().raise(ann, 0));
      try (RedisConsole console = server.console()) {
        for (String name : List.of("no colons", "a:b:%", "a:b:%zz", "a:b:%u12", "::::")) {
          console.call("ZADD", prefix + ":1:{resets}:order", "0.5", name);
          console.call("HSET", prefix + ":1:{resets}:epochs", name, "1");
        }
        console.call("ZADD", prefix + ":1:{resets}:order", "0.5", "a:b:c");
        console.call("HSET", prefix + ":1:{resets}:epochs", "a:b:c", "yesterday");
      }

      assertThat(Eventually.await(resets().since(Resets.ResetPosition.START)).resets())
          .containsExactly(new Resets.Reset(ann, epoch));
    }

    @Test
    void aFullRedisKeepsResets() {
      Resets.ResetTarget ann = new Resets.ResetTarget("w", "n", "ann");
      try (RedisConsole console = server.console()) {
        console.call("CONFIG", "SET", "maxmemory", "100000"); // less than an empty server uses
        try {
          long epoch = Eventually.await(resets().raise(ann, 0));

          assertThat(
                  Eventually.await(resets().since(Resets.ResetPosition.START)).resets())
              .containsExactly(new Resets.Reset(ann, epoch));
        } finally {
          console.call("CONFIG", "SET", "maxmemory", "0");
        }
      }
    }

    @Override
    protected boolean tryWipe() {
      try (RedisConsole console = server.console()) {
        console.call("FLUSHALL");
      }
      return true;
    }
  }

  /** On a cluster. */
  @Nested
  class Clustered extends ResetsContract {
    private static RedisCluster cluster;
    private RedisOrigin origin;

    @BeforeAll
    static void start() {
      cluster = RequiredServers.ownRedisCluster();
    }

    @AfterAll
    static void stop() {
      cluster.close();
    }

    @BeforeEach
    void open() {
      String seed = cluster.uris().get(0).replace("redis://", "redis-cluster://");
      origin = RedisOrigin.open(seed, UUID.randomUUID().toString());
      awaitConnection(origin);
    }

    @AfterEach
    void close() {
      origin.close();
    }

    @Override
    protected Resets resets() {
      return origin.resets();
    }

    @Override
    protected long epochMillis() {
      return EpochClock.system().epochMillis();
    }
  }

  /** Calls may fail before it is connected: on a busy machine a cluster takes seconds. */
  private static void awaitConnection(RedisOrigin origin) {
    Eventually.until(
        "no connection",
        () -> origin
            .resets()
            .since(Resets.ResetPosition.START)
            .toCompletableFuture()
            .handle((resetPage, failure) -> failure == null)
            .join());
  }
}
