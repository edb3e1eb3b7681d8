// SPDX-License-Identifier: Apache-2.0
package io.weir.spring;

import io.weir.api.Limit;
import io.weir.api.Result;

/** Thrown when {@link RateLimited} refuses a call. The call was not executed, and nothing was spent. */
@SuppressWarnings("serial") // refusals are not serialized
public final class RateLimitedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String rule;
  private final Limit limit;
  private final Result result;

  /** Creates a refusal by this rule, which has this limit. */
  public RateLimitedException(String rule, Limit limit, Result result) {
    // A refusal is not a bug in the program and may be frequent, so it has no stack trace.
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

  /** Returns the name of the rule that refused. */
  public String rule() {
    return rule;
  }

  /** Returns the limit as annotated; an override may have applied another one, which the result contains. */
  public Limit limit() {
    return limit;
  }

  /** Returns the limiter's result. */
  public Result result() {
    return result;
  }
}
