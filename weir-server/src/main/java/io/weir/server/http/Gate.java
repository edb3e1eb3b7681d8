// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.config.ServerConfig.Bounds;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is under way on all event loops, and says when it is enough. */
final class Gate {
  /*
   * A request that is decided in memory is begun and answered in one go, so turning it away would cost as much as deciding
   * it, and clients repeat what was turned away. What has to be bounded is what waits: connections, requests that wait for
   * a store, and bodies that have not arrived as a whole.
   */

  /** Of the heap, for bodies on their way. */
  private static final long BODY_SHARE = 8;

  private final int maxConnections;
  private final int maxInFlight;
  private final long maxBodyBytes;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();

  /** Set once, when the shutdown begins. */
  private volatile boolean closing;

  Gate(Bounds bounds, long heapBytes) {
    this.maxConnections = bounds.maxConnections();
    this.maxInFlight = bounds.maxInFlight();
    this.maxBodyBytes = Math.max(bounds.maxBodyBytes(), heapBytes / BODY_SHARE);
  }

  /** Counts a connection in; false when there are too many. */
  boolean connect() {
    return connections.incrementAndGet() <= maxConnections;
  }

  /** Whether there are so many that a new one does not even get an answer. */
  boolean isFlooded() {
    return connections.get() > 2L * maxConnections;
  }

  void disconnect() {
    connections.decrementAndGet();
  }

  /** Counts a request in; false when too many wait. */
  boolean enter() {
    return inFlight.incrementAndGet() <= maxInFlight;
  }

  void leave() {
    inFlight.decrementAndGet();
  }

  /** Counts bytes of a body in; false when there are too many. */
  boolean hold(long bytes) {
    return bodyBytes.addAndGet(bytes) <= maxBodyBytes;
  }

  void release(long bytes) {
    bodyBytes.addAndGet(-bytes);
  }

  int connections() {
    return connections.get();
  }

  int inFlight() {
    return inFlight.get();
  }

  long bodyBytes() {
    return bodyBytes.get();
  }

  void beginClosing() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }
}
