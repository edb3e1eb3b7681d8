// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.redis.Prefixes;
import io.weir.redis.RedisOrigin;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master is lost, and a sentinel makes its replica the next one. */
@Tag("integration")
class FailOverTest {
  @TempDir
  private Path folder;

  @Test
  void processesFollowTheSentinelToTheNextMaster() {
    String prefix = Prefixes.unused();
    try (RedisServer master = Needs.ownRedis();
        RedisServer replica =
            Needs.ownRedis("--replicaof", "127.0.0.1", Integer.toString(master.port()));
        Sentinel sentinel = Sentinel.start(folder, master);
        Member one = Member.withPlenty(RedisOrigin.open(sentinel.uri(), prefix));
        Member other = Member.withPlenty(RedisOrigin.open(sentinel.uri(), prefix))) {
      List<Member> members = List.of(one, other);
      members.forEach(member -> member.check("quiet"));
      new Ground(List.of(master), prefix).convergesTo(members, List.of("quiet"));

      try (Traffic traffic = Traffic.start(members, List.of("busy"))) {
        traffic.goesOn();
        master.kill();
        traffic.goesOnDegraded();
        Eventually.until("the replica is promoted", () -> isMaster(replica));
        traffic.goesOn();
      }

      new Ground(List.of(replica), prefix).convergesTo(members, List.of("quiet", "busy"));
      assertThat(one.admitted("busy")).isPositive();
    }
  }

  private static boolean isMaster(RedisServer server) {
    try (RedisConsole console = server.console()) {
      return console.info("replication", "role").equals("master");
    } catch (UncheckedIOException e) {
      return false; // whoever is connected while it is promoted is sent away
    }
  }
}
