// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.Decision;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.engine.Limiter;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * The limiter that decides a check, and the override that selected it.
 *
 * @param limiter the limiter
 * @param overrideId the id of the override; empty if none applies
 */
record AppliedLimit(Limiter limiter, String overrideId) {

  Result check(String identifier, long cost) {
    return toResult(limiter.check(identifier, cost));
  }

  CompletableFuture<Result> checkAsync(String identifier, long cost, CallbackThreads threads) {
    return threads.answer(limiter.checkAsync(identifier, cost), this::toResult);
  }

  /** Converts a decision to a result, as a server would send it: a refusal reports no remaining units. */
  Result toResult(Decision decision) {
    Source source = decision.degraded() ? Source.DEGRADED : Source.LIMITER;
    long reset = decision.resetMillis();
    return decision.allowed()
        ? new Result(true, decision.limit(), decision.remaining(), reset, 0, overrideId, source)
        : new Result(false, decision.limit(), 0, reset, retryAfter(decision), overrideId, source);
  }

  /**
   * A cost that exceeds only this process's share may fit once the region is available again, so the delay is
   * unknown, not infinite.
   */
  private long retryAfter(Decision decision) {
    OptionalLong millis = decision.retryAfterMillis();
    if (millis.isPresent()) {
      return millis.getAsLong();
    }
    return decision.cost() <= limiter.limit().amount()
            && decision.limit() < limiter.limit().amount()
        ? Result.UNKNOWN
        : Result.NEVER;
  }
}
