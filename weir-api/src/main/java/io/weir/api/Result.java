// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The answer to a check.
 *
 * @param success whether it may go ahead
 * @param limit the limit that was applied, an override's if one was; 0 if no limiter was heard
 * @param remaining what can still be spent in this window; 0 when it was refused, although a smaller cost may fit
 * @param reset Unix milliseconds at which the current window ends
 * @param retryAfterMillis how long until this cost would fit if nothing else were spent meanwhile: 0 when it succeeded,
 *     {@link #NEVER} if it exceeds the limit, {@link #UNKNOWN} if the limiter does not say
 * @param overrideId the override that was applied; empty if none was
 * @param source who gave the answer
 */
public record Result(
    boolean success,
    long limit,
    long remaining,
    long reset,
    long retryAfterMillis,
    String overrideId,
    Source source) {

  /** The limiter did not say when to come back. */
  public static final long UNKNOWN = -1;

  /** The cost exceeds the limit: no waiting helps. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Who gave an answer. */
  public enum Source {
    /** The limiter. */
    LIMITER,
    /** The limiter, without the counts that it shares with others: they could not be had. */
    DEGRADED,
    /** An earlier refusal of the limiter that still stands. */
    CACHE,
    /** The fallback: the limiter did not answer in time, or could not. */
    FALLBACK,
    /** The function for errors. */
    ERROR
  }

  /** For fallbacks: go ahead. */
  public static Result allow() {
    return new Result(true, 0, 0, 0, 0, "", Source.FALLBACK);
  }

  /** For fallbacks: don't. */
  public static Result refuse() {
    return new Result(false, 0, 0, 0, UNKNOWN, "", Source.FALLBACK);
  }

  /** The same answer, given by somebody else. */
  public Result from(Source other) {
    return new Result(success, limit, remaining, reset, retryAfterMillis, overrideId, other);
  }

  /** When the current window ends. */
  public Instant resetAt() {
    return Instant.ofEpochMilli(reset);
  }

  /** How long to wait before this cost may fit; empty if that is unknown, or if it never will. */
  public Optional<Duration> retryAfter() {
    return retryAfterMillis == UNKNOWN || retryAfterMillis == NEVER
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(retryAfterMillis));
  }

  /**
   * Whether the limiter itself gave this answer, now or when it was cached, and as far as it says with everything it should
   * know. A server does not say whether it had to do without its stores; its metrics do.
   */
  public boolean isExact() {
    return source == Source.LIMITER || source == Source.CACHE;
  }
}
