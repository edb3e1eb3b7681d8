// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.problem.Problem;

/** Hears what goes over the wire, for metrics. Called on the event loops: must be quick and not throw. */
public interface Traffic {
  /** Hears nothing. */
  Traffic NONE = new Traffic() {};

  /** What requests are called that lead to no endpoint. */
  String NOWHERE = "unknown";

  /** Why a request was turned away unread. */
  enum Shed {
    CONNECTIONS,
    IN_FLIGHT,
    BODIES
  }

  /** A request was answered. */
  default void answered(String endpoint, int status, long nanos) {}

  /** A request was answered with a problem. */
  default void complained(Problem problem) {}

  /** A request was turned away unread. */
  default void shed(Shed reason) {}
}
