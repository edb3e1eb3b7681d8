// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Answers "may this identifier spend this much now?" for the identifiers of a namespace. Share one freely between threads;
 * close it when the application ends.
 *
 * <p>Wrong arguments are answered with an {@link IllegalArgumentException}, at once and by the asynchronous methods too.
 * After {@link #close} every method throws an {@link IllegalStateException}.
 */
public interface Ratelimit extends AutoCloseable {

  /** May this identifier spend 1 now? */
  default Result limit(String identifier) {
    return limit(identifier, 1);
  }

  /** May this identifier spend this much now? A cost of 0 looks and spends nothing. */
  default Result limit(String identifier, long cost) {
    return limit(Check.of(identifier).cost(cost));
  }

  /** May this check go ahead? It may name another namespace or another limit than this limiter's own. */
  Result limit(Check check);

  /** May all of these go ahead? Either all of them are counted, or none. 1 to 100 checks. */
  BatchResult limitAll(List<Check> checks);

  /** Like {@link #limit(String)}, without waiting. */
  default CompletableFuture<Result> limitAsync(String identifier) {
    return limitAsync(identifier, 1);
  }

  /** Like {@link #limit(String, long)}, without waiting. */
  default CompletableFuture<Result> limitAsync(String identifier, long cost) {
    return limitAsync(Check.of(identifier).cost(cost));
  }

  /** Like {@link #limit(Check)}, without waiting. */
  CompletableFuture<Result> limitAsync(Check check);

  /** Like {@link #limitAll}, without waiting. */
  CompletableFuture<BatchResult> limitAllAsync(List<Check> checks);

  /** Limits that apply to some identifiers of this namespace in place of the one asked for. */
  Overrides overrides();

  /**
   * The same limiter for another namespace and limit. It shares everything with this one and ends with it: closing it does
   * nothing.
   */
  Ratelimit in(String namespace, Limit limit);

  /**
   * Takes no more checks, and waits until those under way are answered, which takes no longer than their time-out. Does
   * nothing when called again.
   */
  @Override
  void close();
}
