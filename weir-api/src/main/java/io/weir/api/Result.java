// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of a check.
 *
 * @param success whether the check is allowed
 * @param limit the limit that was applied, an override's if one matched; 0 if no limiter answered
 * @param remaining what can still be spent in this window; 0 for a refusal, although a smaller cost may fit
 * @param reset the end of the current window, in Unix milliseconds
 * @param retryAfterMillis the time until this cost would fit if nothing else were spent in between: 0 for a success,
 *     {@link #NEVER} if the cost exceeds the limit, {@link #UNKNOWN} if the limiter does not say
 * @param overrideId the id of the override that was applied; empty if none was
 * @param source where the answer came from
 */
public record Result(
    boolean success,
    long limit,
    long remaining,
    long reset,
    long retryAfterMillis,
    String overrideId,
    Source source) {

  /** The limiter did not say when to retry. */
  public static final long UNKNOWN = -1;

  /** The cost exceeds the limit: retrying never helps. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Where an answer came from. */
  public enum Source {
    /** The limiter. */
    LIMITER,
    /** The limiter, without the counts that it shares with others, because they were unavailable. */
    DEGRADED,
    /** A cached refusal of the limiter that is still valid. */
    CACHE,
    /** The fallback: the limiter failed or did not answer in time. */
    FALLBACK,
    /** The application's error function. */
    ERROR
  }

  /** Returns an allowing result, for use as a fallback. */
  public static Result allow() {
    return new Result(true, 0, 0, 0, 0, "", Source.FALLBACK);
  }

  /** Returns a refusing result, for use as a fallback. */
  public static Result refuse() {
    return new Result(false, 0, 0, 0, UNKNOWN, "", Source.FALLBACK);
  }

  /** Returns a copy of this result with another source. */
  public Result from(Source other) {
    return new Result(success, limit, remaining, reset, retryAfterMillis, overrideId, other);
  }

  /** Returns the end of the current window. */
  public Instant resetAt() {
    return Instant.ofEpochMilli(reset);
  }

  /** Returns how long to wait before this cost may fit; empty if that is unknown, or if it never will. */
  public Optional<Duration> retryAfter() {
    return retryAfterMillis == UNKNOWN || retryAfterMillis == NEVER
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(retryAfterMillis));
  }

  /**
   * Returns whether the limiter itself gave this answer, now or when it was cached, without reporting missing counts.
   * A server does not report whether it decided without its stores; its metrics do.
   */
  public boolean isExact() {
    return source == Source.LIMITER || source == Source.CACHE;
  }
}
