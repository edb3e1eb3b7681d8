// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A limiter that counts its results. */
public final class CountedRatelimit implements Ratelimit {
  private final Ratelimit limiter;
  private final CheckCounts counts;
  private final @Nullable String namespace;

  private CountedRatelimit(Ratelimit limiter, CheckCounts counts, @Nullable String namespace) {
    this.limiter = limiter;
    this.counts = counts;
    this.namespace = namespace;
  }

  /**
   * Wraps a limiter so that its results are counted, once however often it is wrapped. Checks without a namespace are
   * counted under this rule.
   */
  public static Ratelimit of(Ratelimit limiter, CheckCounts counts, @Nullable String namespace) {
    return limiter instanceof CountedRatelimit
        ? limiter
        : new CountedRatelimit(limiter, counts, namespace);
  }

  /** Returns the wrapped limiter. */
  public Ratelimit limiter() {
    return limiter;
  }

  /** Does not delegate to the method below, since limiters have a shorter path for this one. */
  @Override
  public Result limit(String identifier, long cost) {
    try {
      Result result = limiter.limit(identifier, cost);
      counts.count(namespace, CheckOutcome.of(result), result.source());
      return result;
    } catch (RuntimeException e) {
      counts.count(namespace, CheckOutcome.ERROR, Result.Source.ERROR);
      throw e;
    }
  }

  @Override
  public Result limit(Check check) {
    try {
      Result result = limiter.limit(check);
      count(check, result);
      return result;
    } catch (RuntimeException e) {
      countError(check);
      throw e;
    }
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    try {
      BatchResult result = limiter.limitAll(checks);
      count(checks, result);
      return result;
    } catch (RuntimeException e) {
      checks.forEach(this::countError);
      throw e;
    }
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    return limiter.limitAsync(check).whenComplete((result, failure) -> {
      if (failure == null) {
        count(check, result);
      } else {
        countError(check);
      }
    });
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    List<Check> copy = List.copyOf(checks);
    return limiter.limitAllAsync(copy).whenComplete((result, failure) -> {
      if (failure == null) {
        count(copy, result);
      } else {
        copy.forEach(this::countError);
      }
    });
  }

  /** In a refused batch nothing was spent: only the checks that caused the refusal are counted. */
  private void count(List<Check> checks, BatchResult batch) {
    for (int i = 0; i < checks.size(); i++) {
      Result result = batch.results().get(i);
      if (batch.success() || !result.success()) {
        count(checks.get(i), result);
      }
    }
  }

  private void count(Check check, Result result) {
    counts.count(rule(check), CheckOutcome.of(result), result.source());
  }

  private void countError(Check check) {
    counts.count(rule(check), CheckOutcome.ERROR, Result.Source.ERROR);
  }

  private @Nullable String rule(Check check) {
    return check.namespace() == null ? namespace : check.namespace();
  }

  @Override
  public Overrides overrides() {
    return limiter.overrides();
  }

  @Override
  public Ratelimit in(String other, Limit limit) {
    return new CountedRatelimit(limiter.in(other, limit), counts, other);
  }

  @Override
  public void close() {
    limiter.close();
  }
}
