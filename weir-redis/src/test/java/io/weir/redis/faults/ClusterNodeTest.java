// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisCluster;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a cluster that loses one node with all its data. */
@Tag("integration")
class ClusterNodeTest {
  private static final List<String> QUIET =
      IntStream.range(0, 12).mapToObj(i -> "quiet-" + i).toList();
  private static final List<String> BUSY =
      IntStream.range(0, 12).mapToObj(i -> "busy-" + i).toList();

  private final String prefix = TestPrefixes.unused();
  private final List<RegionProcess> members = new ArrayList<>();
  private RedisCluster cluster;
  private StoredCounts storedCounts;

  @BeforeEach
  void start() {
    cluster = RequiredServers.ownRedisCluster("--cluster-require-full-coverage", "no");
    storedCounts = new StoredCounts(cluster.nodes(), prefix);
    for (int i = 0; i < 2; i++) {
      String seed = cluster.uris().get(i).replace("redis://", "redis-cluster://");
      members.add(RegionProcess.withPlenty(RedisOrigin.open(seed, prefix)));
    }
  }

  @AfterEach
  void stop() {
    members.forEach(RegionProcess::close);
    if (cluster != null) {
      cluster.close();
    }
  }

  private static int nodeOf(String hashTag) {
    return SlotHash.getSlot(hashTag) * 3 / SlotHash.SLOT_COUNT;
  }

  private static int nodeOfSubject(String identifier) {
    return nodeOf(RegionProcess.WINDOW.toMillis() + ":" + RegionProcess.WORKSPACE + ":"
        + RegionProcess.NAMESPACE + ":" + identifier);
  }

  /** Covers the node that also stores the heartbeats, and one that does not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void otherNodesContinueAndTheLostNodeIsRefilled(int distance) {
    int lost = (nodeOf("processes") + distance) % 3;
    List<String> onOtherNodes =
        BUSY.stream().filter(identifier -> nodeOfSubject(identifier) != lost).toList();
    assertThat(onOtherNodes.size()).isBetween(1, BUSY.size() - 1);
    for (RegionProcess regionProcess : members) {
      QUIET.forEach(regionProcess::check);
    }
    storedCounts.convergesTo(members, QUIET);

    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY)) {
      continuousCallers.goesOn();
      RedisServer node = cluster.nodes().get(lost);
      node.kill();
      continuousCallers.goesOnDegraded();
      keepGrowing(onOtherNodes, lost);
      node.restart();
      rejoinCluster(lost);
      continuousCallers.goesOn();
    }

    List<String> all = new ArrayList<>(QUIET);
    all.addAll(BUSY);
    storedCounts.convergesTo(members, all);
  }

  @Test
  void aNodeThatReturnsEmptyIsRefilledWithoutTraffic() {
    int lost = (nodeOf("processes") + 1) % 3;
    for (RegionProcess regionProcess : members) {
      QUIET.forEach(regionProcess::check);
    }
    storedCounts.convergesTo(members, QUIET);

    cluster.nodes().get(lost).restart();
    rejoinCluster(lost);

    storedCounts.convergesTo(members, QUIET);
  }

  private void keepGrowing(List<String> identifiers, int lost) {
    List<RedisServer> left = new ArrayList<>(cluster.nodes());
    left.remove(lost);
    StoredCounts remaining = new StoredCounts(left, prefix);
    for (String identifier : identifiers) {
      long before = remaining.total(identifier);
      Eventually.until(
          identifier + " goes on to be published", () -> remaining.total(identifier) > before);
    }
  }

  /**
   * A node without a disk returns with a new identity. The other nodes release its slots, and it takes them over as
   * its own.
   */
  private void rejoinCluster(int lost) {
    RedisServer node = cluster.nodes().get(lost);
    int first = SlotHash.SLOT_COUNT * lost / 3;
    int last = SlotHash.SLOT_COUNT * (lost + 1) / 3 - 1;
    String slots = " " + first + "-" + last;
    for (RedisServer other : cluster.nodes()) {
      if (other != node) {
        try (RedisConsole console = other.console()) {
          String lostId = console
              .text("CLUSTER", "NODES")
              .lines()
              .filter(line -> line.contains(slots)) // its address may be forgotten by now
              .map(line -> line.substring(0, line.indexOf(' ')))
              .findFirst()
              .orElseThrow();
          console.call("CLUSTER", "FORGET", lostId);
        }
      }
    }
    try (RedisConsole console = node.console()) {
      console.call("CLUSTER", "SET-CONFIG-EPOCH", "9");
      console.call("CLUSTER", "ADDSLOTSRANGE", Integer.toString(first), Integer.toString(last));
      for (RedisServer other : cluster.nodes()) {
        if (other != node) {
          console.call("CLUSTER", "MEET", "127.0.0.1", Integer.toString(other.port()));
        }
      }
      Eventually.until(
          "the cluster is whole",
          () -> console.text("CLUSTER", "INFO").contains("cluster_state:ok")
              && console.text("CLUSTER", "INFO").contains("cluster_known_nodes:3"));
    }
  }
}
