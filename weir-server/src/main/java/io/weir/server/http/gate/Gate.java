// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import io.weir.server.config.ServerConfig.Bounds;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is under way on all event loops, and says when it is enough. */
public final class Gate {
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
  private final Set<String> unheard = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();

  /** Set once, when the shutdown begins. */
  private volatile boolean closing;

  /** For a server with these bounds and a heap of this size. */
  public Gate(Bounds bounds, long heapBytes) {
    this.maxConnections = bounds.maxConnections();
    this.maxInFlight = bounds.maxInFlight();
    this.maxBodyBytes = Math.max(bounds.maxBodyBytes(), heapBytes / BODY_SHARE);
  }

  /** How a connection is called, by the address of its other end. */
  public static String address(String host, int port) {
    return host + ":" + port;
  }

  /** Counts a connection in. Nothing was heard of it yet. */
  void connect(String address) {
    connections.incrementAndGet();
    unheard.add(address);
  }

  /** The first request's head has arrived on a connection. */
  public void heard(String address) {
    unheard.remove(address);
  }

  boolean isUnheard(String address) {
    return unheard.contains(address);
  }

  /** Whether there are more connections than should be. */
  public boolean isFull() {
    return connections.get() > maxConnections;
  }

  /** Whether there are so many that a new one does not even get an answer. */
  public boolean isFlooded() {
    return connections.get() > 2L * maxConnections;
  }

  /** Counts a connection out. */
  void disconnect(String address) {
    connections.decrementAndGet();
    unheard.remove(address);
  }

  /** Counts a request in; false when too many wait. */
  public boolean enter() {
    return inFlight.incrementAndGet() <= maxInFlight;
  }

  /** Counts a request out. */
  public void leave() {
    inFlight.decrementAndGet();
  }

  /** Counts bytes of a body in; false when there are too many. */
  public boolean hold(long bytes) {
    return bodyBytes.addAndGet(bytes) <= maxBodyBytes;
  }

  /** Counts bytes of a body out. */
  public void release(long bytes) {
    bodyBytes.addAndGet(-bytes);
  }

  /** Connections that are open. */
  public int connections() {
    return connections.get();
  }

  /** Requests that were begun and not answered, or whose answer has not left. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Bytes of bodies that have not arrived as a whole. */
  public long bodyBytes() {
    return bodyBytes.get();
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
