// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.WhenDegraded;
import io.weir.ledger.LedgerOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a server is told at its start. Whoever makes one has checked it.
 *
 * @param listen where it listens
 * @param data the folder of the embedded database and of the directory snapshot
 * @param fleet whom it shares its counts with
 * @param rootKey a key that must exist after the start; null makes one up at the first start
 * @param limits how much it takes on
 * @param faults what it does at faults and at its end
 * @param directory what it knows of its tenants
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
   * What a server knows of its tenants.
   *
   * @param maxBytes how much memory keys, namespaces and overrides may take; 0 for a sixteenth of the heap
   */
  public record DirectorySettings(long maxBytes) {
    /** What suits most. */
    public static final DirectorySettings DEFAULT = new DirectorySettings(0);
  }

  /**
   * What a server does while a dependency is unavailable, and at its end.
   *
   * @param drainMillis how long it goes on after it was told to end, while {@code /ready} says 503
   * @param snapshotMaxAgeMillis how old a directory snapshot may be for the server to use it
   * @param degradedMode what limits do while Redis is unavailable, unless their namespace says otherwise
   * @param convergence how counts are exchanged with other regions
   */
  public record FaultSettings(
      long drainMillis,
      long snapshotMaxAgeMillis,
      WhenDegraded degradedMode,
      LedgerOptions convergence) {

    /** What suits most. */
    public static final FaultSettings DEFAULT =
        new FaultSettings(0, 604_800_000, WhenDegraded.LOCAL, LedgerOptions.defaults());
  }

  /**
   * Where a server listens.
   *
   * @param host a name or address of this machine
   * @param port 0 picks a free one
   * @param pathPrefix what stands before every path, such as {@code /limits}; may be empty
   * @param clients what one client may take up
   */
  public record ListenSettings(String host, int port, String pathPrefix, ClientLimits clients) {

    /** With the usual bounds for clients. */
    public ListenSettings(String host, int port, String pathPrefix) {
      this(host, port, pathPrefix, ClientLimits.DEFAULT);
    }
  }

  /**
   * What one client may take up.
   *
   * @param unauthenticatedMillis how long a connection on which no valid key was seen may go without a request
   * @param connectionsPerAddress how many connections one address may have; 0 for any number
   */
  public record ClientLimits(long unauthenticatedMillis, int connectionsPerAddress) {

    /** What suits most: behind a proxy all connections have one address. */
    public static final ClientLimits DEFAULT = new ClientLimits(10_000, 0);
  }

  /**
   * Whom a server shares its counts with.
   *
   * @param region the name of this server's region
   * @param redis the URI of the region's Redis; null for a server that is its region's only one
   * @param mysql the JDBC URL of the database of all regions; null for an embedded one in the data folder
   */
  public record FleetSettings(
      String region, @Nullable String redis, @Nullable String mysql) {
    /** The region of a server that was told none: nobody else can see it. */
    public static final String STANDALONE = "local";
  }

  /**
   * How much a server takes on.
   *
   * @param maxBodyBytes the largest request body
   * @param maxHeaderBytes the largest request head
   * @param maxConnections the most connections at once on which a valid key was seen
   * @param maxInFlight the most requests of one workspace at once that wait for something
   * @param timeouts for requests, connections and the shutdown
   * @param maxSubjects how many subjects may be in memory; 0 for as many as a third of the heap holds
   */
  public record ServerLimits(
      int maxBodyBytes,
      int maxHeaderBytes,
      int maxConnections,
      int maxInFlight,
      Timeouts timeouts,
      long maxSubjects) {

    /** What suits most. */
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
