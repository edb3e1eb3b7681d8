// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import java.time.Duration;

/** Writes how a named limit stands, as the IETF's draft on rate-limit headers does. */
public final class RateLimitFields {
  private static final long MILLIS = 1_000;

  /** The largest number that a structured field can hold. Larger ones look like it. */
  private static final long MAX_NUMBER = 999_999_999_999_999L;

  private final String name;
  private final long amount;
  private final String policy;

  private RateLimitFields(String name, long amount, long windowSeconds) {
    this.name = name;
    this.amount = amount;
    this.policy = policy(name, amount, windowSeconds);
  }

  /** For a limit of this name, in printable ASCII. */
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

  /** Whole seconds, rounded up. */
  public static long seconds(long millis) {
    return millis <= 0 ? 0 : millis / MILLIS + (millis % MILLIS == 0 ? 0 : 1);
  }

  /** The limit of this name, which is quoted. */
  public static String policy(String quotedName, long amount, long windowSeconds) {
    return quota(quotedName, amount) + ";w=" + windowSeconds;
  }

  private static String quota(String quotedName, long most) {
    return quotedName + ";q=" + Math.min(most, MAX_NUMBER);
  }

  /** The limit. */
  public String policy() {
    return policy;
  }

  /** The limit when an override put another in its place, whose window is not known. */
  public String policyOf(long other) {
    return quota(name, other);
  }

  /** The limit's amount. */
  public long amount() {
    return amount;
  }

  /** What is left, and the seconds until there is more. */
  public String state(long remaining, long seconds) {
    return state(name, remaining, seconds);
  }

  /** What is left of the limit of this name, which is quoted, and the seconds until there is more. */
  public static String state(String quotedName, long remaining, long seconds) {
    return left(quotedName, remaining) + ";t=" + Math.min(seconds, MAX_NUMBER);
  }

  /** What is left, if no time helps. */
  public String state(long remaining) {
    return left(name, remaining);
  }

  private static String left(String quotedName, long remaining) {
    return quotedName + ";r=" + Math.min(remaining, MAX_NUMBER);
  }
}
