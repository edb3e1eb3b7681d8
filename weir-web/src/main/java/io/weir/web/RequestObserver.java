// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;

/**
 * Observes the outcomes of rules, for metrics. It is called on the request's thread or, after {@link
 * RequestLimits#admitAsync}, on one of the limiter's. It must be fast, must not throw, and must be thread-safe.
 */
public interface RequestObserver {
  /** An observer that does nothing. */
  RequestObserver NONE = (rule, result) -> {};

  /**
   * Called when a limiter or its fallback returned a result for a rule. If several rules apply to a request and one
   * refuses, nothing is counted for the others, although their results say that they would have admitted it.
   */
  void answered(Rule rule, Result result);

  /** Called when a rule refused a request because it has no identifier. */
  default void unidentified(Rule rule) {}

  /** Called when the limiter threw an exception for a rule. */
  default void failed(Rule rule, RuntimeException cause) {}
}
