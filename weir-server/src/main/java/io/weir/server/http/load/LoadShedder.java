// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.vertx.core.http.Http1ServerConfig;
import io.weir.memory.MemoryPlan;
import io.weir.server.config.ServerConfig.ClientLimits;
import io.weir.server.config.ServerConfig.ServerLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Counts the load in progress on all event loops, and limits it. */
public final class LoadShedder {
  /*
   * A request that is decided in memory begins and ends in one go. Rejecting it would cost as much as deciding it,
   * and clients retry rejected requests. So what must be limited is what waits: connections, requests that wait for a
   * store, and bodies that have not arrived completely. Requests without a valid key have a budget of their own, so
   * that they cannot take the place of those with one. So do probes: other requests never make a server look dead.
   */

  /** A single workspace may use half of what all may use. */
  private static final int TOTAL_FACTOR = 2;

  /** The share of requests without a valid key, relative to a single workspace's. They have no body to wait for. */
  private static final int UNAUTHENTICATED_DIVISOR = 4;

  /** More probes than load balancers and schedulers send at once, with responses of less than a kilobyte. */
  private static final int MAX_PROBES = 512;

  private static final long PROBE_BYTES = 1_024;

  /**
   * The share of the heap for heads that have not arrived completely: enough for a few hundred connections on the
   * smallest heap.
   */
  private static final long HEADS_DIVISOR = 64;

  /**
   * The maximum number of header fields: several times what clients and proxies send. The size limit of a head does
   * not bound them well, because even a field with a one-letter name and an empty value is an object.
   */
  public static final int MAX_HEADER_FIELDS = 100;

  private static final int MAX_LINE = 8_192;

  private final long headMillis;
  private final Http1ServerConfig http1;
  private final OpenConnections connections;
  private final Runnable shed;
  private final WorkspaceBudget workspaces;
  private final EvictingBudget unauthenticated;
  private final EvictingBudget probes;
  private final EvictingBudget heads;
  private final long mostOfHead;

  /** Set once, when the shutdown begins. */
  private volatile boolean closing;

  /**
   * Creates a load shedder for these limits and a heap of this size. {@code shed} runs for each connection that is
   * closed without a response.
   */
  public LoadShedder(
      ServerLimits serverLimits, ClientLimits clients, long heapBytes, Runnable shed) {
    this.headMillis =
        Math.min(serverLimits.timeouts().requestMillis(), clients.unauthenticatedMillis());
    this.http1 = new Http1ServerConfig()
        .setMaxHeaderSize(serverLimits.maxHeaderBytes())
        .setMaxInitialLineLength(MAX_LINE);
    this.connections =
        new OpenConnections(serverLimits.maxConnections(), clients.connectionsPerAddress(), shed);
    this.shed = shed;
    long totalBytes = maxBytes(serverLimits, MemoryPlan.of(heapBytes));
    this.workspaces =
        new WorkspaceBudget((long) TOTAL_FACTOR * serverLimits.maxInFlight(), totalBytes);
    this.unauthenticated = new EvictingBudget(
        Math.max(1, serverLimits.maxInFlight() / UNAUTHENTICATED_DIVISOR),
        totalBytes / UNAUTHENTICATED_DIVISOR);
    this.probes = new EvictingBudget(MAX_PROBES, MAX_PROBES * PROBE_BYTES);
    // Line ends do not count towards the size limit of a head.
    this.mostOfHead =
        StrictHttpDecoder.weight(2L * serverLimits.maxHeaderBytes(), MAX_HEADER_FIELDS);
    this.heads =
        new EvictingBudget(Integer.MAX_VALUE, Math.max(2 * mostOfHead, heapBytes / HEADS_DIVISOR));
  }

  /**
   * Returns how many bytes arriving bodies and unread responses may take: their share of the memory plan, and at
   * least room for two of the largest bodies.
   */
  public static long maxBytes(ServerLimits serverLimits, MemoryPlan plan) {
    return Math.max((long) TOTAL_FACTOR * serverLimits.maxBodyBytes(), plan.bodies());
  }

  OpenConnections connections() {
    return connections;
  }

  /**
   * Records that the head of the first request has arrived on the connection from this address. Empty if it is
   * already closed.
   */
  public Optional<TrackedConnection> onFirstRequest(String host, int port) {
    Optional<TrackedConnection> found = connections.find(TrackedConnection.address(host, port));
    found.ifPresent(TrackedConnection::markActive);
    return found;
  }

  /** Returns the timeout for the first head of a connection. */
  long headMillis() {
    return headMillis;
  }

  /** Returns the configuration of the HTTP/1 decoder. */
  public Http1ServerConfig http1() {
    return http1;
  }

  /** Returns the budget of requests with a valid key. */
  public WorkspaceBudget workspaces() {
    return workspaces;
  }

  /** Returns the budget of all other requests except probes. */
  public EvictingBudget unauthenticated() {
    return unauthenticated;
  }

  /** Returns the budget of liveness and readiness probes. */
  public EvictingBudget probes() {
    return probes;
  }

  /** Returns the budget of heads that have not arrived completely. */
  EvictingBudget heads() {
    return heads;
  }

  /** Returns the memory that the largest head takes. */
  long maxHeadBytes() {
    return mostOfHead;
  }

  /** Records that a connection was closed without a response. */
  void onShed() {
    shed.run();
  }

  /** Returns which workspaces use most, and how much; empty if none uses much. */
  public List<String> heaviest() {
    return Stream.of(workspaces.heaviest(), connections.heaviest())
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns the number of open connections. */
  public int openConnections() {
    return connections.count();
  }

  /** Returns the number of requests that have begun and whose response has not been sent. */
  public int inFlight() {
    return workspaces.requests() + unauthenticated.count() + probes.count();
  }

  /** Returns the bytes of bodies that have not arrived completely, and of responses that have not been sent. */
  public long bodyBytes() {
    return workspaces.bytes() + unauthenticated.bytes() + probes.bytes();
  }

  /** Returns the memory of heads that have not arrived completely. */
  public long headBytes() {
    return heads.bytes();
  }

  /** Begins the shutdown. */
  public void beginClosing() {
    closing = true;
  }

  /** Returns whether the shutdown has begun. */
  public boolean isClosing() {
    return closing;
  }
}
