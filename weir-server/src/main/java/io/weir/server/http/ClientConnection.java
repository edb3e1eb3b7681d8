// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpConnection;
import io.weir.server.http.load.TrackedConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection and its requests, as seen by its event loop. Time is measured in the loop's ticks. */
final class ClientConnection {
  /** Several times the largest response to a request without a key. No legitimate client requests more at once. */
  private static final long MAX_UNREAD = 262_144;

  private final HttpConnection connection;
  private final @Nullable TrackedConnection tracked;
  private final Set<RequestExchange> open = new LinkedHashSet<>();
  private long idleSince;

  /** Bytes of responses to requests without a valid key that have not been sent yet. */
  private long unread;

  /** The tick at which the connection is closed in any case. */
  private long closeTick = Long.MAX_VALUE;

  /** Creates a connection. It is tracked unless it is already being closed. */
  ClientConnection(HttpConnection connection, @Nullable TrackedConnection tracked, long tick) {
    this.connection = connection;
    this.tracked = tracked;
    this.idleSince = tick;
  }

  /** Returns whether any request with a valid key has arrived. */
  boolean isAuthenticated() {
    return tracked != null && tracked.isAuthenticated();
  }

  /** Records a request with a valid key of this workspace. False if there is no room for another connection of it. */
  boolean authenticate(String workspace) {
    // An untracked connection was closed before its first request.
    return tracked != null && tracked.authenticate(workspace);
  }

  /** Adds a response to a request without a valid key; false if too much of such responses is unread. */
  boolean tryAddUnread(long bytes) {
    boolean isAlone = unread == 0;
    unread += bytes;
    return isAlone || unread <= MAX_UNREAD;
  }

  /** Removes such a response, which was sent or is no longer wanted. */
  void removeUnread(long bytes) {
    unread -= bytes;
  }

  void add(RequestExchange requestExchange) {
    open.add(requestExchange);
    if (tracked != null) {
      tracked.busy(true);
    }
  }

  void remove(RequestExchange requestExchange, long tick) {
    open.remove(requestExchange);
    idleSince = tick;
    if (tracked != null) {
      tracked.busy(!open.isEmpty());
    }
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  long idleSince() {
    return idleSince;
  }

  void closeBy(long tick) {
    closeTick = tick;
  }

  long closeTick() {
    return closeTick;
  }

  /**
   * Returns the unanswered requests that began at this tick or earlier. A copy, because responding changes the
   * original.
   */
  List<RequestExchange> begunBy(long tick) {
    return open.isEmpty()
        ? List.of()
        : open.stream().filter(each -> each.begunAt() <= tick).toList();
  }

  /** Returns all unanswered requests. */
  List<RequestExchange> unanswered() {
    return List.copyOf(open);
  }

  HttpConnection connection() {
    return connection;
  }
}
