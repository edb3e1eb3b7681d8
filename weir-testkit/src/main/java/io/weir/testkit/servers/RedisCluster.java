// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.BoundedWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis Cluster of three masters that share all slots. A restarted node is empty and has also forgotten the
 * cluster, so this is mainly useful for pausing and killing nodes.
 */
public final class RedisCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final int SLOTS = 16_384;

  /** Nodes exchange messages once per second; agreement takes two or three rounds. */
  private static final Duration AGREEMENT = Duration.ofSeconds(30);

  private final List<RedisServer> nodes = new ArrayList<>();

  private RedisCluster() {}

  /**
   * Starts a cluster, and returns when all nodes agree that it serves all slots.
   *
   * @param arguments additional command-line arguments of each node
   */
  public static RedisCluster start(String... arguments) {
    List<String> words = new ArrayList<>(List.of("--cluster-enabled", "yes"));
    words.addAll(List.of(arguments));
    RedisCluster cluster = new RedisCluster();
    try {
      for (int i = 0; i < NODES; i++) {
        cluster.nodes.add(RedisServer.start(words.toArray(String[]::new)));
      }
      cluster.form();
      cluster.awaitAgreement();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the three nodes, in the order of their slots. */
  public List<RedisServer> nodes() {
    return List.copyOf(nodes);
  }

  /** Returns the addresses for clients; any of them is sufficient. */
  public List<String> uris() {
    return nodes.stream().map(RedisServer::uri).toList();
  }

  private void form() {
    // Each node's own settings come before the first contact: a node that knows others refuses an
    // epoch.
    for (int i = 0; i < NODES; i++) {
      try (RedisConsole console = nodes.get(i).console()) {
        // Nodes that start with the same epoch would first have to resolve the conflict.
        console.call("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        int first = SLOTS * i / NODES;
        int last = SLOTS * (i + 1) / NODES - 1;
        console.call("CLUSTER", "ADDSLOTSRANGE", Integer.toString(first), Integer.toString(last));
      }
    }
    for (RedisServer node : nodes) {
      try (RedisConsole console = node.console()) {
        for (RedisServer peer : nodes) {
          if (peer != node) {
            console.call("CLUSTER", "MEET", "127.0.0.1", Integer.toString(peer.port()));
          }
        }
      }
    }
  }

  private void awaitAgreement() {
    for (RedisServer node : nodes) {
      try (RedisConsole console = node.console()) {
        if (!BoundedWait.until(AGREEMENT, () -> isWhole(console.text("CLUSTER", "INFO")))) {
          throw new IllegalStateException("the node at port " + node.port()
              + " does not see the complete cluster after " + AGREEMENT + ":\n"
              + console.text("CLUSTER", "INFO"));
        }
      }
    }
  }

  private static boolean isWhole(String info) {
    List<String> lines = info.lines().toList();
    return lines.contains("cluster_state:ok")
        && lines.contains("cluster_slots_ok:" + SLOTS)
        && lines.contains("cluster_known_nodes:" + NODES);
  }

  /** Ends all nodes, even if closing one of them fails. */
  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (RedisServer node : nodes) {
      try {
        node.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}
