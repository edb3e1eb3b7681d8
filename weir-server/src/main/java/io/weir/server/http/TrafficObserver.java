// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.problem.Problem;

/** Hears what goes over the wire, for metrics. Called on the event loops: must be quick and not throw. */
public interface TrafficObserver {
  /** Hears nothing. */
  TrafficObserver NONE = new TrafficObserver() {};

  /** What requests are called that lead to no endpoint. */
  String NOT_FOUND = "unknown";

  /** Why a request was turned away unread. */
  enum ShedReason {
    CONNECTIONS,
    IN_FLIGHT,
    BODIES
  }

  /** A request was answered. */
  default void onResponse(String endpoint, int status, long nanos) {}

  /** A request was answered with a problem. */
  default void onProblem(Problem problem) {}

  /** A request was turned away unread. */
  default void onShed(ShedReason reason) {}
}
