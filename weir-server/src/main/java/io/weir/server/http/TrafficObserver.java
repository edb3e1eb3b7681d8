// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.problem.Problem;

/** Observes HTTP traffic, for metrics. Called on the event loops: must be quick and not throw. */
public interface TrafficObserver {
  /** Ignores all events. */
  TrafficObserver NONE = new TrafficObserver() {};

  /** The endpoint name of requests that match no endpoint. */
  String NOT_FOUND = "unknown";

  /** Why a request was rejected unread. */
  enum ShedReason {
    CONNECTIONS,
    IN_FLIGHT,
    BODIES
  }

  /** Called when a request was answered. */
  default void onResponse(String endpoint, int status, long nanos) {}

  /** Called when a request was answered with a problem. */
  default void onProblem(Problem problem) {}

  /** Called when a request was rejected unread. */
  default void onShed(ShedReason reason) {}
}
