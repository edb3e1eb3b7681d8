// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the loss of a master, after which a sentinel promotes its replica. */
@Tag("integration")
class FailOverTest {
  @TempDir
  private Path folder;

  @Test
  void processesFollowTheSentinelToTheNewMaster() {
    String prefix = TestPrefixes.unused();
    try (RedisServer master = RequiredServers.ownRedis();
        RedisServer replica =
            RequiredServers.ownRedis("--replicaof", "127.0.0.1", Integer.toString(master.port()));
        Sentinel sentinel = Sentinel.start(folder, master);
        RegionProcess one = RegionProcess.withPlenty(RedisOrigin.open(sentinel.uri(), prefix));
        RegionProcess other = RegionProcess.withPlenty(RedisOrigin.open(sentinel.uri(), prefix))) {
      List<RegionProcess> members = List.of(one, other);
      members.forEach(regionProcess -> regionProcess.check("quiet"));
      new StoredCounts(List.of(master), prefix).convergesTo(members, List.of("quiet"));

      try (ContinuousCallers continuousCallers =
          ContinuousCallers.start(members, List.of("busy"))) {
        continuousCallers.goesOn();
        master.kill();
        continuousCallers.goesOnDegraded();
        Eventually.until("the replica is promoted", () -> isMaster(replica));
        continuousCallers.goesOn();
      }

      new StoredCounts(List.of(replica), prefix).convergesTo(members, List.of("quiet", "busy"));
      assertThat(one.admitted("busy")).isPositive();
    }
  }

  private static boolean isMaster(RedisServer server) {
    try (RedisConsole console = server.console()) {
      return console.info("replication", "role").equals("master");
    } catch (UncheckedIOException e) {
      return false; // connections are closed while the replica is promoted
    }
  }
}
