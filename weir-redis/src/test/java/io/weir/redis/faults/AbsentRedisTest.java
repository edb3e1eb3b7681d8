// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process starts where no Redis is yet. */
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
    String prefix = Prefixes.unused();
    Logger logger = Logger.getLogger(Engine.class.getName());
    Log log = new Log();
    logger.addHandler(log);
    try (RedisServer server = Needs.ownRedis()) {
      server.kill();
      try (Member one = Member.withPlenty(RedisOrigin.open(server.uri(), prefix));
          Member other = Member.withPlenty(RedisOrigin.open(server.uri(), prefix))) {
        List<Member> members = List.of(one, other);
        assertThat(one.check("first").degraded()).isTrue();
        assertThat(other.check("first").allowed()).isTrue();
        try (Traffic traffic = Traffic.start(members, List.of("alice", "bob"))) {
          for (int i = 0; i < 3; i++) {
            traffic.goesOnDegraded();
          }
        }
        assertThat(members)
            .allSatisfy(member ->
                assertThat(member.changes()).singleElement().asString().startsWith("away: "));
        assertThat(log.warnings).hasSize(members.size());

        server.restart();

        new Ground(List.of(server), prefix).convergesTo(members, List.of("first", "alice", "bob"));
      }
    } finally {
      logger.removeHandler(log);
    }
  }
}
