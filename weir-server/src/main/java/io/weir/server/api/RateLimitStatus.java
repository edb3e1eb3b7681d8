// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.Decision;
import io.weir.api.common.RateLimitFields;
import java.util.OptionalLong;

/**
 * The state of a limit after a check, for the headers of the response.
 *
 * @param limit the amount that a window allows
 * @param windowSeconds the length of the window in whole seconds, rounded up
 * @param remaining the amount that is left
 * @param resetSeconds the time until the current window ends, in whole seconds, rounded up
 * @param retryAfterMillis the time until the same check would pass, at least 1; 0 if it passed or can never pass
 * @param neverFits whether the same check can never pass
 */
public record RateLimitStatus(
    long limit,
    long windowSeconds,
    long remaining,
    long resetSeconds,
    long retryAfterMillis,
    boolean neverFits) {
  /** What the limit is called there. */
  private static final String NAME = "\"limit\"";

  /** Returns the state of a limit after this decision, at this instant. */
  public static RateLimitStatus of(Decision decision, long durationMillis, long epochMillis) {
    long remaining = decision.allowed() ? decision.remaining() : 0;
    return new RateLimitStatus(
        decision.limit(),
        RateLimitFields.seconds(durationMillis),
        remaining,
        RateLimitFields.seconds(decision.resetMillis() - epochMillis),
        decision.allowed() ? 0 : retryAfter(decision.retryAfterMillis()),
        decision.retryAfterMillis().isEmpty());
  }

  private static long retryAfter(OptionalLong millis) {
    return millis.isEmpty() ? 0 : Math.max(1, millis.getAsLong());
  }

  /**
   * Returns the time until the same check would pass in whole seconds, rounded up; 0 if it passed or can never pass.
   */
  public long retryAfterSeconds() {
    return RateLimitFields.seconds(retryAfterMillis);
  }

  /** Returns the limit in the format of the IETF draft on rate-limit headers. */
  public String policy() {
    return RateLimitFields.policy(NAME, limit, windowSeconds);
  }

  /** Returns the remaining amount in the same format. */
  public String state() {
    return RateLimitFields.state(NAME, remaining, resetSeconds);
  }
}
