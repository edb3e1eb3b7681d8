// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpConnection;
import io.weir.server.http.load.TrackedConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection and its requests, as one event loop sees them. Time is told in the loop's ticks. */
final class ClientConnection {
  /** Several of the largest answers for whoever has no key. Nobody asks for more at once in earnest. */
  private static final long MAX_UNREAD = 262_144;

  private final HttpConnection connection;
  private final @Nullable TrackedConnection tracked;
  private final Set<RequestExchange> open = new LinkedHashSet<>();
  private long idleSince;

  /** Bytes of answers to requests without a valid key that have not left. */
  private long unread;

  /** When it is closed whatever it does. */
  private long closeTick = Long.MAX_VALUE;

  /** Tracked unless it is being closed already. */
  ClientConnection(HttpConnection connection, @Nullable TrackedConnection tracked, long tick) {
    this.connection = connection;
    this.tracked = tracked;
    this.idleSince = tick;
  }

  /** Whether a request with a valid key has ever come. */
  boolean isAuthenticated() {
    return tracked != null && tracked.isAuthenticated();
  }

  /** A request with a valid key of this workspace has come. False if there is no room for another connection of it. */
  boolean authenticate(String workspace) {
    // An untracked connection was closed before its first request.
    return tracked != null && tracked.authenticate(workspace);
  }

  /** Takes on an answer to a request without a valid key; false if too many of them have not been read. */
  boolean tryAddUnread(long bytes) {
    boolean isAlone = unread == 0;
    unread += bytes;
    return isAlone || unread <= MAX_UNREAD;
  }

  /** Such an answer has left, or is not wanted any more. */
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

  /** Requests that began at this tick or earlier, and were not answered. A copy: answering changes the original. */
  List<RequestExchange> begunBy(long tick) {
    return open.isEmpty()
        ? List.of()
        : open.stream().filter(each -> each.begunAt() <= tick).toList();
  }

  /** All that were not answered. */
  List<RequestExchange> unanswered() {
    return List.copyOf(open);
  }

  HttpConnection connection() {
    return connection;
  }
}
