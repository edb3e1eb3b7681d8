// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import io.weir.Decision;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.engine.Limiter;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * By what a check is decided.
 *
 * @param limiter who decides
 * @param overrideId the override that has it decide; empty if none has
 */
record AppliedLimit(Limiter limiter, String overrideId) {

  Result check(String identifier, long cost) {
    return toResult(limiter.check(identifier, cost));
  }

  CompletableFuture<Result> checkAsync(String identifier, long cost, CallbackThreads threads) {
    return threads.answer(limiter.checkAsync(identifier, cost), this::toResult);
  }

  /** The decision in the client's words, as a server would send it: whoever is refused is told of no remainder. */
  Result toResult(Decision decision) {
    Source source = decision.degraded() ? Source.DEGRADED : Source.LIMITER;
    long reset = decision.resetMillis();
    return decision.allowed()
        ? new Result(true, decision.limit(), decision.remaining(), reset, 0, overrideId, source)
        : new Result(false, decision.limit(), 0, reset, retryAfter(decision), overrideId, source);
  }

  /** A cost that exceeds only this process's share may well pass once the region can be asked again. */
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
