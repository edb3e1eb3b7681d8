// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A connection and its requests, as one event loop sees them. Time is told in the loop's ticks. */
final class Visitor {
  private final HttpConnection connection;
  private final boolean welcome;
  private final Set<Exchange> open = new LinkedHashSet<>();
  private long idleSince;

  /** When it is closed whatever it does. */
  private long leavesBy = Long.MAX_VALUE;

  Visitor(HttpConnection connection, boolean welcome, long tick) {
    this.connection = connection;
    this.welcome = welcome;
    this.idleSince = tick;
  }

  /** Whether it came while there was room. */
  boolean isWelcome() {
    return welcome;
  }

  void began(Exchange exchange) {
    open.add(exchange);
  }

  void ended(Exchange exchange, long tick) {
    open.remove(exchange);
    idleSince = tick;
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  long idleSince() {
    return idleSince;
  }

  void leaveBy(long tick) {
    leavesBy = tick;
  }

  long leavesBy() {
    return leavesBy;
  }

  /** Requests that began at this tick or earlier, and were not answered. A copy: answering changes the original. */
  List<Exchange> begunBy(long tick) {
    return open.isEmpty()
        ? List.of()
        : open.stream().filter(each -> each.begunAt() <= tick).toList();
  }

  /** All that were not answered. */
  List<Exchange> unanswered() {
    return List.copyOf(open);
  }

  HttpConnection connection() {
    return connection;
  }
}
