// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.redis.reset.RedisResets;
import io.weir.reset.Resets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The origin over Redis 7 or newer, or Valkey: one server, a master behind sentinels, or a cluster.
 *
 * <p>Opening does not wait for a connection, and neither does any call: while Redis is unavailable, calls fail and
 * the engine decides from memory.
 */
public final class RedisOrigin implements Origin {
  /** The default prefix of all keys. */
  public static final String DEFAULT_PREFIX = "weir";

  /**
   * Two of these, the time of five heartbeats, without a reply mean that the connection is dead, whatever the
   * operating system reports.
   */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(5);

  /** The maximum duration of a shutdown; usually it takes less. */
  private static final long SHUTDOWN_MILLIS = 2_000;

  private final RedisConnector connector;
  private final RedisCommands redisCommands;
  private final Runnable shutdown;
  private final Resets resets;

  private RedisOrigin(RedisConnector connector, RedisCommands redisCommands, Runnable shutdown) {
    this.connector = connector;
    this.redisCommands = redisCommands;
    this.shutdown = shutdown;
    this.resets = new RedisResets((resetScript, values) -> explainFailures(
        connector.call(connection -> redisCommands.resets(connection, resetScript, values))));
    connector.open();
  }

  /**
   * Opens an origin at this address: {@code redis://} and {@code rediss://} (TLS) for one server, {@code
   * redis-sentinel://} and {@code rediss-sentinel://} for a master behind sentinels, {@code redis-cluster://} and
   * {@code rediss-cluster://} for a cluster; with user, password and database in Lettuce's syntax.
   */
  public static RedisOrigin open(String uri) {
    return open(uri, DEFAULT_PREFIX);
  }

  /** Opens an origin whose keys have another prefix, so that fleets that must not share counts can share a Redis. */
  public static RedisOrigin open(String uri, String prefix) {
    return open(uri, prefix, MAX_SILENCE);
  }

  static RedisOrigin open(String uri, String prefix, Duration longestSilence) {
    RedisKeys keys = new RedisKeys(prefix);
    if (LettuceSetup.isCluster(uri)) {
      List<RedisURI> seeds = LettuceSetup.cluster(uri);
      ClientResources resources = LettuceSetup.resources(longestSilence);
      RedisClusterClient client = RedisClusterClient.create(resources, seeds);
      client.setOptions(LettuceSetup.clusterOptions());
      return new RedisOrigin(
          cluster(client), new RedisCommands(keys), () -> shutDown(client, resources));
    }
    RedisURI address = LettuceSetup.single(uri);
    ClientResources resources = LettuceSetup.resources(longestSilence);
    RedisClient client = RedisClient.create(resources, address);
    client.setOptions(LettuceSetup.options());
    return new RedisOrigin(
        single(client, address), new RedisCommands(keys), () -> shutDown(client, resources));
  }

  /** Creates an origin over an existing client. Closing the origin does not close the client. */
  public static RedisOrigin over(RedisClient client, RedisURI address, String prefix) {
    RedisConnector connector = single(client, address);
    return new RedisOrigin(connector, new RedisCommands(new RedisKeys(prefix)), connector::release);
  }

  /** Creates an origin over an existing cluster client. Closing the origin does not close the client. */
  public static RedisOrigin over(RedisClusterClient client, String prefix) {
    RedisConnector connector = cluster(client);
    return new RedisOrigin(connector, new RedisCommands(new RedisKeys(prefix)), connector::release);
  }

  private static RedisConnector single(RedisClient client, RedisURI address) {
    return new RedisConnector(
        () -> client.connectAsync(StringCodec.UTF8, address).toCompletableFuture());
  }

  /** Fetches the cluster's topology first: connecting requires it. */
  private static RedisConnector cluster(RedisClusterClient client) {
    return new RedisConnector(() -> client
        .refreshPartitionsAsync()
        .toCompletableFuture()
        .thenCompose(done -> client.connectAsync(StringCodec.UTF8))
        .thenCompose(RedisOrigin::connectAllNodes));
  }

  /**
   * Connects to all nodes in advance. Otherwise the first call to each node would fail, since the library connects to
   * a node on demand, and without a connection calls fail. An unreachable node delays this by one connection time-out
   * at most.
   */
  private static CompletableFuture<StatefulRedisClusterConnection<String, String>> connectAllNodes(
      StatefulRedisClusterConnection<String, String> connection) {
    CompletableFuture<?>[] nodes = connection.getPartitions().stream()
        .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM))
        .map(RedisClusterNode::getUri)
        .map(uri -> connection
            .getConnectionAsync(uri.getHost(), uri.getPort())
            .handle((reached, failure) -> failure == null))
        .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(nodes).thenApply(done -> connection);
  }

  private static void shutDown(AbstractRedisClient client, ClientResources resources) {
    client.shutdown(0, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS);
    resources
        .shutdown(0, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN_MILLIS);
  }

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    return explainFailures(connector.call(connection -> redisCommands.read(connection, queries)));
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    return explainFailures(
        connector.call(connection -> redisCommands.publish(connection, publications)));
  }

  @Override
  public CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    return explainFailures(
        connector.call(connection -> redisCommands.reportUsage(connection, usageReport)));
  }

  @Override
  public void onFault(FaultListener listener) {
    redisCommands.onFault(listener);
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    return explainFailures(
        connector.call(connection -> redisCommands.restore(connection, restorations)));
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    return explainFailures(
        connector.call(connection -> redisCommands.heartbeat(connection, originHeartbeat)));
  }

  @Override
  public Resets resets() {
    return resets;
  }

  private static <T> CompletionStage<T> explainFailures(CompletableFuture<T> answer) {
    return answer.exceptionallyCompose(
        failure -> CompletableFuture.failedFuture(unavailable(failure)));
  }

  private static OriginUnavailable unavailable(Throwable failure) {
    Throwable cause = RedisCommands.cause(failure);
    if (cause instanceof OriginUnavailable known) {
      return known;
    }
    StringBuilder text = new StringBuilder("Redis: ").append(cause.getMessage());
    for (@Nullable Throwable deeper = cause.getCause();
        deeper != null;
        deeper = deeper.getCause()) {
      String message = String.valueOf(deeper.getMessage());
      if (text.indexOf(message) < 0) {
        text.append(": ").append(message);
      }
    }
    if (text.indexOf("MOVED ") >= 0) {
      text.append(" (this is a Redis Cluster: use a redis-cluster:// URI)");
    }
    return new OriginUnavailable(text.toString(), cause);
  }

  /** Closes the connection and, unless it was passed in, the client. Later calls fail. */
  @Override
  public void close() {
    connector.close();
    shutdown.run();
  }
}
