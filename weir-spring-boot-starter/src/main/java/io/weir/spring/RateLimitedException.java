// SPDX-License-Identifier: Apache-2.0
package io.weir.spring;

import io.weir.api.Limit;
import io.weir.api.Result;

/** A call was refused by {@link RateLimited}. It did not happen, and nothing was spent. */
@SuppressWarnings("serial") // refusals do not travel
public final class RateLimitedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String rule;
  private final Limit limit;
  private final Result result;

  /** A refusal by this rule, which has this limit. */
  public RateLimitedException(String rule, Limit limit, Result result) {
    // A refusal is no mistake in the program, and may come often: nobody needs the way to it.
    super(message(rule, result), null, false, false);
    this.rule = rule;
    this.limit = limit;
    this.result = result;
  }

  private static String message(String rule, Result result) {
    String why = result.source() == Result.Source.FALLBACK || result.source() == Result.Source.ERROR
        ? "the limiter was unavailable, and the fallback refuses"
        : "the call exceeds " + result.limit() + " per window";
    return "rate limit \"" + rule + "\": " + why
        + result
            .retryAfter()
            .map(wait -> "; try again in " + wait.toMillis() + " ms")
            .orElse("");
  }

  /** The name of the rule that refused. */
  public String rule() {
    return rule;
  }

  /** The limit as it was written; an override may have applied another, which the result has. */
  public Limit limit() {
    return limit;
  }

  /** The limiter's answer. */
  public Result result() {
    return result;
  }
}
