// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A rate limiter for the identifiers of a namespace: it answers whether an identifier may spend a cost now. Instances
 * are thread-safe; close the limiter when the application ends.
 *
 * <p>Invalid arguments throw an {@link IllegalArgumentException} immediately, also from the asynchronous methods.
 * After {@link #close} every method throws an {@link IllegalStateException}.
 */
public interface Ratelimit extends AutoCloseable {

  /** Checks whether this identifier may spend 1 now. */
  default Result limit(String identifier) {
    return limit(identifier, 1);
  }

  /** Checks whether this identifier may spend {@code cost} now. A cost of 0 only looks and spends nothing. */
  default Result limit(String identifier, long cost) {
    return limit(Check.of(identifier).cost(cost));
  }

  /** Evaluates a check. It may name another namespace or another limit than this limiter's own. */
  Result limit(Check check);

  /** Evaluates 1 to 100 checks as a unit: either all of them are counted, or none. */
  BatchResult limitAll(List<Check> checks);

  /** Asynchronous version of {@link #limit(String)}. */
  default CompletableFuture<Result> limitAsync(String identifier) {
    return limitAsync(identifier, 1);
  }

  /** Asynchronous version of {@link #limit(String, long)}. */
  default CompletableFuture<Result> limitAsync(String identifier, long cost) {
    return limitAsync(Check.of(identifier).cost(cost));
  }

  /** Asynchronous version of {@link #limit(Check)}. */
  CompletableFuture<Result> limitAsync(Check check);

  /** Asynchronous version of {@link #limitAll}. */
  CompletableFuture<BatchResult> limitAllAsync(List<Check> checks);

  /** Returns the overrides of this namespace: limits that replace the requested one for some identifiers. */
  Overrides overrides();

  /**
   * Returns a view of this limiter for another namespace and limit. The view shares all resources with this limiter
   * and ends when this one is closed; closing the view does nothing.
   */
  Ratelimit in(String namespace, Limit limit);

  /**
   * Stops accepting checks and waits until the pending ones are answered, which takes no longer than their time-out.
   * Does nothing if already closed.
   */
  @Override
  void close();
}
