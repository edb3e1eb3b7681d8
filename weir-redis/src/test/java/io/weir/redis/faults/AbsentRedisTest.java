// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a process that starts before its Redis is available. */
@Tag("integration")
class AbsentRedisTest {
  private static final class Log extends Handler {
    private final Queue<LogRecord> warnings = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord message) {
      if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(message);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void aProcessStartsWithoutRedisWarnsOnceAndConvergesLater() {
    String prefix = TestPrefixes.unused();
    Logger logger = Logger.getLogger(Engine.class.getName());
    Log log = new Log();
    logger.addHandler(log);
    try (RedisServer server = RequiredServers.ownRedis()) {
      server.kill();
      try (RegionProcess one = RegionProcess.withPlenty(RedisOrigin.open(server.uri(), prefix));
          RegionProcess other = RegionProcess.withPlenty(RedisOrigin.open(server.uri(), prefix))) {
        List<RegionProcess> members = List.of(one, other);
        assertThat(one.check("first").degraded()).isTrue();
        assertThat(other.check("first").allowed()).isTrue();
        try (ContinuousCallers continuousCallers =
            ContinuousCallers.start(members, List.of("alice", "bob"))) {
          for (int i = 0; i < 3; i++) {
            continuousCallers.goesOnDegraded();
          }
        }
        assertThat(members)
            .allSatisfy(regionProcess -> assertThat(regionProcess.changes())
                .singleElement()
                .asString()
                .startsWith("unavailable: "));
        assertThat(log.warnings).hasSize(members.size());

        server.restart();

        new StoredCounts(List.of(server), prefix)
            .convergesTo(members, List.of("first", "alice", "bob"));
      }
    } finally {
      logger.removeHandler(log);
    }
  }
}
