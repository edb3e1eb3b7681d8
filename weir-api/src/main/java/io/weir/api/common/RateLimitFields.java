// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import java.time.Duration;

/** The field values that describe a named limit, as in the IETF draft on rate-limit headers. */
public final class RateLimitFields {
  private static final long MILLIS = 1_000;

  /** The largest number that a structured field can hold. Larger numbers are replaced by it. */
  private static final long MAX_NUMBER = 999_999_999_999_999L;

  private final String name;
  private final long amount;
  private final String policy;

  private RateLimitFields(String name, long amount, long windowSeconds) {
    this.name = name;
    this.amount = amount;
    this.policy = policy(name, amount, windowSeconds);
  }

  /** Creates the fields of a limit with this name, which must be printable ASCII. */
  public static RateLimitFields of(String name, long amount, Duration window) {
    StringBuilder quoted = new StringBuilder(name.length() + 2).append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return new RateLimitFields(quoted.append('"').toString(), amount, seconds(window.toMillis()));
  }

  /** Converts to whole seconds, rounded up. */
  public static long seconds(long millis) {
    return millis <= 0 ? 0 : millis / MILLIS + (millis % MILLIS == 0 ? 0 : 1);
  }

  /** The limit of this name, which is quoted. */
  public static String policy(String quotedName, long amount, long windowSeconds) {
    return quota(quotedName, amount) + ";w=" + windowSeconds;
  }

  private static String quota(String quotedName, long maximum) {
    return quotedName + ";q=" + Math.min(maximum, MAX_NUMBER);
  }

  /** Returns the policy of the limit. */
  public String policy() {
    return policy;
  }

  /** Returns the policy if an override replaced the limit, so that the window is unknown. */
  public String policyOf(long other) {
    return quota(name, other);
  }

  /** Returns the amount of the limit. */
  public long amount() {
    return amount;
  }

  /** Returns the state: the remaining units, and the seconds until there are more. */
  public String state(long remaining, long seconds) {
    return state(name, remaining, seconds);
  }

  /** What is left of the limit of this name, which is quoted, and the seconds until there is more. */
  public static String state(String quotedName, long remaining, long seconds) {
    return left(quotedName, remaining) + ";t=" + Math.min(seconds, MAX_NUMBER);
  }

  /** Returns the state if waiting never helps: only the remaining units. */
  public String state(long remaining) {
    return left(name, remaining);
  }

  private static String left(String quotedName, long remaining) {
    return quotedName + ";r=" + Math.min(remaining, MAX_NUMBER);
  }
}
