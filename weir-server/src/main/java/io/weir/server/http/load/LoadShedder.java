// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.vertx.core.http.Http1ServerConfig;
import io.weir.memory.MemoryPlan;
import io.weir.server.config.ServerConfig.ClientLimits;
import io.weir.server.config.ServerConfig.ServerLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Counts what is under way on all event loops, and says when it is enough. */
public final class LoadShedder {
  /*
   * A request that is decided in memory is begun and answered in one go, so turning it away would cost as much as deciding
   * it, and clients repeat what was turned away. What has to be bounded is what waits: connections, requests that wait for
   * a store, and bodies that have not arrived as a whole. Requests without a valid key have a part of their own, so that
   * they can't take the place of those that have one, and so do probes: nobody else's requests make a server look dead.
   */

  /** What one workspace alone may have is half of what all may have. */
  private static final int TOTAL_FACTOR = 2;

  /** Of what one workspace alone may have, for those without a valid key: none of them has a body to wait for. */
  private static final int UNAUTHENTICATED_DIVISOR = 4;

  /** More probes than balancers and schedulers send at once, with answers of less than a kilobyte. */
  private static final int MAX_PROBES = 512;

  private static final long PROBE_BYTES = 1_024;

  /** Of the heap, for heads that have not arrived as a whole: those of a few hundred connections on the smallest heap. */
  private static final long HEADS_DIVISOR = 64;

  /**
   * Fields of a head: several times what clients and proxies send. The size of a head does not bound them, since an empty value
   * of a name with one letter is an object, too.
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

  /** For a server with these bounds and a heap of this size. Tells of each connection that is closed without an answer. */
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
    long mostBytes = maxBytes(serverLimits, MemoryPlan.of(heapBytes));
    this.workspaces =
        new WorkspaceBudget((long) TOTAL_FACTOR * serverLimits.maxInFlight(), mostBytes);
    this.unauthenticated = new EvictingBudget(
        Math.max(1, serverLimits.maxInFlight() / UNAUTHENTICATED_DIVISOR),
        mostBytes / UNAUTHENTICATED_DIVISOR);
    this.probes = new EvictingBudget(MAX_PROBES, MAX_PROBES * PROBE_BYTES);
    // Ends of lines do not count towards the bound on a head.
    this.mostOfHead =
        StrictHttpDecoder.weight(2L * serverLimits.maxHeaderBytes(), MAX_HEADER_FIELDS);
    this.heads =
        new EvictingBudget(Integer.MAX_VALUE, Math.max(2 * mostOfHead, heapBytes / HEADS_DIVISOR));
  }

  /**
   * How much bodies on their way and answers that nobody has read may take: their part of the plan, and room for two of the
   * largest bodies at least.
   */
  public static long maxBytes(ServerLimits serverLimits, MemoryPlan plan) {
    return Math.max((long) TOTAL_FACTOR * serverLimits.maxBodyBytes(), plan.bodies());
  }

  OpenConnections connections() {
    return connections;
  }

  /** The first request's head has arrived on the connection from this address. Empty if it is closed by now. */
  public Optional<TrackedConnection> onFirstRequest(String host, int port) {
    Optional<TrackedConnection> found = connections.find(TrackedConnection.address(host, port));
    found.ifPresent(TrackedConnection::markActive);
    return found;
  }

  /** How long the first head of a connection may take. */
  long headMillis() {
    return headMillis;
  }

  /** How HTTP/1 is read. */
  public Http1ServerConfig http1() {
    return http1;
  }

  /** What requests with a valid key may take up. */
  public WorkspaceBudget workspaces() {
    return workspaces;
  }

  /** What all other requests may take up, but probes. */
  public EvictingBudget unauthenticated() {
    return unauthenticated;
  }

  /** What requests may take up that ask whether the server is alive or ready. */
  public EvictingBudget probes() {
    return probes;
  }

  /** Heads that have not arrived as a whole. */
  EvictingBudget heads() {
    return heads;
  }

  /** What the largest head takes. */
  long maxHeadBytes() {
    return mostOfHead;
  }

  /** A connection was closed without an answer. */
  void onShed() {
    shed.run();
  }

  /** Which workspace uses most of what there is, and how much; nothing if none uses much. */
  public List<String> heaviest() {
    return Stream.of(workspaces.heaviest(), connections.heaviest())
        .flatMap(Optional::stream)
        .toList();
  }

  /** Connections that are open. */
  public int openConnections() {
    return connections.count();
  }

  /** Requests that were begun and not answered, or whose answer has not left. */
  public int inFlight() {
    return workspaces.requests() + unauthenticated.count() + probes.count();
  }

  /** Bytes of bodies that have not arrived as a whole, and of answers that have not left. */
  public long bodyBytes() {
    return workspaces.bytes() + unauthenticated.bytes() + probes.bytes();
  }

  /** What heads take that have not arrived as a whole. */
  public long headBytes() {
    return heads.bytes();
  }

  /** The end begins. */
  public void beginClosing() {
    closing = true;
  }

  /** Whether the end has begun. */
  public boolean isClosing() {
    return closing;
  }
}
