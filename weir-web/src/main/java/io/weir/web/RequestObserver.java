// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.api.Result;

/**
 * Sees what rules lead to, for metrics. It is called on the request's thread or, after {@link
 * RequestLimits#admitAsync}, on one of the limiter's, so it must be quick and must not throw, and several threads may
 * call it at once.
 */
public interface RequestObserver {
  /** Nobody looks. */
  RequestObserver NONE = (rule, result) -> {};

  /**
   * A limiter, or its fallback, answered for this rule. If several rules apply to a request and one refuses, nothing
   * is counted for the others, although their results say that they would have let it pass.
   */
  void answered(Rule rule, Result result);

  /** A request was refused by this rule because it does not say whose it is. */
  default void unidentified(Rule rule) {}

  /** The limiter threw when it was asked for this rule. */
  default void failed(Rule rule, RuntimeException cause) {}
}
