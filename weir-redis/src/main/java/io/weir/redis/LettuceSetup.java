// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The configuration of the Lettuce client for Weir. */
final class LettuceSetup {
  /*
   * The agents have their own deadlines, circuit breaker and retries, and every write may safely be repeated. So the
   * client neither retries nor queues: without a connection a call fails immediately, and when a connection breaks,
   * the calls in flight fail too. Otherwise a returning Redis would first have to process calls whose results are no
   * longer needed.
   */

  static final String CLUSTER_SCHEME = "redis-cluster";
  static final String CLUSTER_SCHEME_TLS = "rediss-cluster";

  /** The same as the publisher's time-out. Releases what Lettuce keeps for commands that are never answered. */
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Finds a returning Redis within a second. The jitter keeps the processes of a fleet from reconnecting all at once.
   */
  private static final Delay RECONNECT_DELAY =
      Delay.fullJitter(Duration.ofMillis(20), Duration.ofSeconds(1), 20, TimeUnit.MILLISECONDS);

  /** The maximum number of commands that wait for a reply: four thousand batches. Bounds memory when Redis hangs. */
  private static final int MAX_QUEUE = 65_536;

  /** Flushes issued while another one is pending are combined, up to this many. */
  private static final int MAX_JOINED_FLUSHES = 256;

  private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);

  private static final Set<String> SCHEMES = Set.of(
      "redis", "rediss", "redis-sentinel", "rediss-sentinel", CLUSTER_SCHEME, CLUSTER_SCHEME_TLS);

  private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*)://");

  /** The minimum that Lettuce accepts; one connection uses one of them. */
  private static final int THREADS = 2;

  private LettuceSetup() {}

  static boolean isCluster(String uri) {
    return uri.startsWith(CLUSTER_SCHEME + "://") || uri.startsWith(CLUSTER_SCHEME_TLS + "://");
  }

  /** Parses the URI of one server, or of a master behind sentinels. */
  static RedisURI single(String uri) {
    RedisURI parsed = parsed(uri, () -> withPlainHost(RedisURI.create(uri)));
    applyTimeout(parsed);
    parsed.getSentinels().forEach(LettuceSetup::applyTimeout);
    return parsed;
  }

  /**
   * Validates the host. Lettuce takes a port that is not a number as a part of the host name, which then no server
   * has.
   */
  private static RedisURI withPlainHost(RedisURI uri) {
    String host = uri.getHost();
    if (host != null && host.indexOf(':') >= 0 && !host.startsWith("[")) {
      throw new IllegalArgumentException("host and port can't be separated");
    }
    return uri;
  }

  /** Parses the URI of some nodes of a cluster, from which the others are discovered. */
  static List<RedisURI> cluster(String uri) {
    String plain = uri.replaceFirst("-cluster://", "://");
    List<RedisURI> seeds = parsed(uri, () -> RedisClusterURIUtil.toRedisURIs(URI.create(plain)));
    seeds.forEach(LettuceSetup::applyTimeout);
    return seeds;
  }

  private static <T> T parsed(String uri, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      // The text may contain a password, so the message does not quote it.
      throw new IllegalArgumentException(
          "invalid Redis URI: expected redis[s]://[user:password@]host[:port][/database],"
              + " redis-sentinel://host[:port][,host2[:port2]][/database]#master or"
              + " redis[s]-cluster://[user:password@]host[:port][,host2[:port2]], but it "
              + fault(uri),
          null);
    }
  }

  /** Describes what is wrong with the URI, as far as possible. Never includes a part that may be a password. */
  private static String fault(String uri) {
    Matcher scheme = SCHEME.matcher(uri);
    if (!scheme.find()) {
      return "has no scheme";
    }
    if (!SCHEMES.contains(scheme.group(1))) {
      return "has the unsupported scheme '" + scheme.group(1) + "'";
    }
    String rest = uri.substring(scheme.end());
    String servers = rest.substring(rest.lastIndexOf('@') + 1).split("[/?#]", 2)[0];
    if (servers.isEmpty()) {
      return "has no host";
    }
    for (String server : servers.split(",", -1)) {
      String port = server.replaceFirst("^(\\[.*]|[^:]*):?", "");
      if (!port.isEmpty() && !isPort(port)) {
        // Only digits are shown: if the host is missing, this text is the password.
        return port.matches("[0-9]+")
            ? "has port " + port + ", which is outside 1 to 65535"
            : "has a port that is not a number";
      }
    }
    if (scheme.group(1).endsWith("-sentinel") && uri.indexOf('#') < 0) {
      return "has no master name: add '#master' at its end";
    }
    return "has a part that can't be parsed";
  }

  private static boolean isPort(String text) {
    return text.matches("[0-9]{1,5}")
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= 65_535;
  }

  /** Applies Weir's time-out unless the URI names one. The library's default is a minute. */
  private static void applyTimeout(RedisURI uri) {
    if (uri.getTimeout().equals(RedisURI.DEFAULT_TIMEOUT_DURATION)) {
      uri.setTimeout(CONNECT_TIMEOUT);
    }
  }

  static ClientResources resources(Duration longestSilence) {
    return ClientResources.builder()
        .ioThreadPoolSize(THREADS)
        .computationThreadPoolSize(THREADS)
        .reconnectDelay(RECONNECT_DELAY)
        .nettyCustomizer(new NettyCustomizer() {
          @Override
          public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addFirst(new FlushConsolidationHandler(MAX_JOINED_FLUSHES, true));
            channel.pipeline().addFirst(new SilenceDetector(longestSilence));
          }
        })
        .build();
  }

  static ClientOptions options() {
    return configure(ClientOptions.builder()).build();
  }

  static ClusterClientOptions clusterOptions() {
    ClusterClientOptions.Builder builder = ClusterClientOptions.builder();
    configure(builder);
    return builder
        .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
            .enablePeriodicRefresh(TOPOLOGY_REFRESH)
            .build())
        .build();
  }

  private static ClientOptions.Builder configure(ClientOptions.Builder builder) {
    return builder
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .replayFilter(command -> true)
        .requestQueueSize(MAX_QUEUE)
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .socketOptions(SocketOptions.builder()
            .connectTimeout(CONNECT_TIMEOUT)
            .keepAlive(true)
            .build())
        .timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT));
  }
}
