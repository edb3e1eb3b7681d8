// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.Decision;
import io.weir.api.common.RateLimitFields;
import java.util.OptionalLong;

/**
 * How a limit stands after a check, for the headers of the answer.
 *
 * @param limit how much a window holds
 * @param windowSeconds how long the window is, in whole seconds, rounded up
 * @param remaining how much is left
 * @param resetSeconds how long until the current window ends, in whole seconds, rounded up
 * @param retryAfterMillis how long until the same check would pass, at least 1; 0 when it passed or never will
 * @param neverFits whether the same check will never pass
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

  /** How a decision left its limit at this instant. */
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

  /** How long until the same check would pass, in whole seconds, rounded up; 0 when it passed or never will. */
  public long retryAfterSeconds() {
    return RateLimitFields.seconds(retryAfterMillis);
  }

  /** The limit, as the IETF's draft on rate-limit headers writes it. */
  public String policy() {
    return RateLimitFields.policy(NAME, limit, windowSeconds);
  }

  /** What is left of it, likewise. */
  public String state() {
    return RateLimitFields.state(NAME, remaining, resetSeconds);
  }
}
