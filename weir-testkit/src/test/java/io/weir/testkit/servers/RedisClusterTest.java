// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class RedisClusterTest {
  @Test
  void everyNodeKnowsTheWholeClusterAndServesItsSlots() {
    try (RedisCluster cluster = RequiredServers.ownRedisCluster()) {
      assertThat(cluster.uris()).hasSize(3).doesNotHaveDuplicates();
      for (RedisServer node : cluster.nodes()) {
        try (RedisConsole console = node.console()) {
          assertThat(console.text("CLUSTER", "INFO"))
              .contains("cluster_state:ok", "cluster_slots_ok:16384", "cluster_known_nodes:3");
          assertThat((List<?>) console.call("CLUSTER", "SLOTS")).hasSize(3);
        }
      }
    }
  }

  @Test
  void aKeyIsServedByOneNodeAndTheOthersPointToIt() {
    try (RedisCluster cluster = RequiredServers.ownRedisCluster()) {
      List<String> replies = cluster.nodes().stream().map(RedisClusterTest::set).toList();

      assertThat(replies).filteredOn("OK"::equals).hasSize(1);
      String owner = cluster.nodes().get(replies.indexOf("OK")).uri().replace("redis://", "");
      assertThat(replies)
          .filteredOn(reply -> !reply.equals("OK"))
          .hasSize(2)
          .allSatisfy(reply -> assertThat(reply).startsWith("MOVED").endsWith(owner));
    }
  }

  @Test
  void closingEndsAllNodes() {
    RedisCluster cluster = RequiredServers.ownRedisCluster();
    List<ProcessHandle> processes = cluster.nodes().stream()
        .map(node -> ProcessHandle.of(node.pid()).orElseThrow())
        .toList();

    cluster.close();

    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  private static String set(RedisServer node) {
    try (RedisConsole console = node.console()) {
      return console.text("SET", "key", "value");
    } catch (RedisConsole.RedisError e) {
      return String.valueOf(e.getMessage());
    }
  }
}
