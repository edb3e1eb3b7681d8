// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.WhenDegraded;
import io.weir.ledger.LedgerOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a server. The code that creates one has validated it.
 *
 * @param listen where the server listens
 * @param data the folder of the embedded database and of the directory snapshot
 * @param fleet the servers and stores with which counts are shared
 * @param rootKey a key that must exist after the start; null creates one at the first start
 * @param limits the limits on requests, connections and memory
 * @param faults the behaviour during outages and at shutdown
 * @param directory the settings of the tenant directory
 */
public record ServerConfig(
    ListenSettings listen,
    Path data,
    FleetSettings fleet,
    @Nullable String rootKey,
    ServerLimits limits,
    FaultSettings faults,
    DirectorySettings directory) {

  /**
   * The settings of the tenant directory.
   *
   * @param maxBytes how much memory keys, namespaces and overrides may take; 0 for a sixteenth of the heap
   */
  public record DirectorySettings(long maxBytes) {
    /** The defaults. */
    public static final DirectorySettings DEFAULT = new DirectorySettings(0);
  }

  /**
   * The behaviour of a server while a dependency is unavailable, and at shutdown.
   *
   * @param drainMillis how long the server accepts requests after a shutdown request, while {@code /ready} returns
   *     503
   * @param snapshotMaxAgeMillis how old a directory snapshot may be for the server to use it
   * @param degradedMode how limits behave while Redis is unavailable, unless their namespace has its own mode
   * @param convergence how counts are exchanged with other regions
   */
  public record FaultSettings(
      long drainMillis,
      long snapshotMaxAgeMillis,
      WhenDegraded degradedMode,
      LedgerOptions convergence) {

    /** The defaults. */
    public static final FaultSettings DEFAULT =
        new FaultSettings(0, 604_800_000, WhenDegraded.LOCAL, LedgerOptions.defaults());
  }

  /**
   * Where a server listens.
   *
   * @param host a name or address of this machine
   * @param port the port; 0 picks a free one
   * @param pathPrefix the prefix of every path, such as {@code /limits}; may be empty
   * @param clients the limits for a single client
   */
  public record ListenSettings(String host, int port, String pathPrefix, ClientLimits clients) {

    /** Creates settings with the default limits for clients. */
    public ListenSettings(String host, int port, String pathPrefix) {
      this(host, port, pathPrefix, ClientLimits.DEFAULT);
    }
  }

  /**
   * The limits for a single client.
   *
   * @param unauthenticatedMillis the idle timeout of a connection on which no valid key was seen
   * @param connectionsPerAddress how many connections one address may have; 0 for any number
   */
  public record ClientLimits(long unauthenticatedMillis, int connectionsPerAddress) {

    /**
     * The defaults. Connections per address are unlimited, because behind a proxy all connections have one address.
     */
    public static final ClientLimits DEFAULT = new ClientLimits(10_000, 0);
  }

  /**
   * The stores through which a server shares its counts.
   *
   * @param region the name of this server's region
   * @param redis the URI of the region's Redis; null for a server that is its region's only one
   * @param mysql the JDBC URL of the database of all regions; null for an embedded one in the data folder
   */
  public record FleetSettings(
      String region, @Nullable String redis, @Nullable String mysql) {
    /** The default region name, for a server that runs alone. No other server sees it. */
    public static final String STANDALONE = "local";
  }

  /**
   * The limits on requests, connections and memory.
   *
   * @param maxBodyBytes the maximum size of a request body
   * @param maxHeaderBytes the maximum size of a request head
   * @param maxConnections the maximum number of open connections on which a valid key was seen
   * @param maxInFlight the maximum number of waiting requests of one workspace
   * @param timeouts for requests, connections and the shutdown
   * @param maxSubjects the maximum number of subjects in memory; 0 for as many as fit into a third of the heap
   */
  public record ServerLimits(
      int maxBodyBytes,
      int maxHeaderBytes,
      int maxConnections,
      int maxInFlight,
      Timeouts timeouts,
      long maxSubjects) {

    /** The defaults. */
    public static final ServerLimits DEFAULT = new ServerLimits(
        2_097_152, 16_384, 10_000, 10_000, new Timeouts(10_000, 75_000, 10_000), 0);
  }

  /**
   * How long a server waits.
   *
   * @param requestMillis how long a request may take to arrive, and to be answered
   * @param idleMillis how long a connection may go without a request
   * @param shutdownMillis how long a shutdown waits for requests that are being answered
   */
  public record Timeouts(long requestMillis, long idleMillis, long shutdownMillis) {}
}
