// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.OriginStatus;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of what a process learns from a Redis that holds another server's data. */
@Tag("integration")
class RedisIdentityTest {
  @Test
  void aReplicaThatTakesOverHasTheSameDataSetAndAnotherIdentity() {
    String prefix = TestPrefixes.unused();
    try (RedisServer master = RequiredServers.ownRedis();
        RedisServer replica = RequiredServers.ownRedis()) {
      OriginStatus before = beat(master, prefix);
      takeOver(master, replica);

      OriginStatus after = beat(replica, prefix);

      assertThat(after.dataSet()).isEqualTo(before.dataSet()).isEqualTo("named");
      assertThat(after.identity()).isNotEqualTo(before.identity());
    }
  }

  private static OriginStatus beat(RedisServer server, String prefix) {
    try (RedisOrigin origin = RedisOrigin.open(server.uri(), prefix)) {
      OriginHeartbeat first = OriginHeartbeat.of("one", 60_000);
      return Eventually.await(origin.heartbeat(new OriginHeartbeat(
          "one", first.timeToLiveMillis(), "named", "", first.progress(), first.number())));
    }
  }

  private static void takeOver(RedisServer master, RedisServer replica) {
    try (RedisConsole console = replica.console()) {
      console.call("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));
      Eventually.until(
          () -> "the replica has everything",
          () -> console.info("replication", "master_link_status").equals("up")
              && (Long) console.call("DBSIZE") > 0);
      console.call("REPLICAOF", "NO", "ONE");
    }
  }
}
