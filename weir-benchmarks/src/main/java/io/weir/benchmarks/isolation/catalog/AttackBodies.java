// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Request bodies of attacks. */
final class AttackBodies {
  /** The maximum number of checks in a batch. */
  static final int BATCH = 100;

  /** The maximum number of characters in an identifier. */
  static final int LONGEST = 512;

  static final long DAY = 86_400_000;

  /** Outside the BMP: two chars in memory, four bytes in a request. */
  private static final String ROCKET = "\uD83D\uDE80";

  private static final int DIGITS = 12;

  private AttackBodies() {}

  /** The body of a check. */
  static String check(String namespace, String identifier, Terms terms) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier + "\",\"limit\":"
        + terms.limit() + ",\"duration\":" + terms.duration() + ",\"cost\":" + terms.cost() + "}";
  }

  /**
   * The numeric fields of a check.
   *
   * @param limit the limit
   * @param duration the length of the window, in milliseconds
   * @param cost the cost; 0 for a look
   */
  record Terms(long limit, long duration, long cost) {
    /** A cost of 1 under a limit of 5 per day. */
    static final Terms USUAL = new Terms(5, DAY, 1);
  }

  /** The batch with this number. Batches share no check. */
  static String batch(long number, LongFunction<String> check) {
    return LongStream.range(number * BATCH, (number + 1) * BATCH)
        .mapToObj(check)
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** The body that sets an override. */
  static String override(String namespace, String identifier) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier
        + "\",\"limit\":10,\"duration\":" + DAY + "}";
  }

  /** The body that deletes an override. */
  static String overrideName(String namespace, String identifier) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier + "\"}";
  }

  /** An identifier of the maximum length that takes the maximum memory. */
  static String heavyIdentifier(long number) {
    return ROCKET.repeat(LONGEST - DIGITS) + String.format(Locale.ROOT, "%012d", number);
  }

  /** An identifier of the maximum length, in ASCII. */
  static String longIdentifier(long number) {
    return "a".repeat(LONGEST - DIGITS) + String.format(Locale.ROOT, "%012d", number);
  }

  /** An object with {@code count} different field names that have the same {@link String#hashCode}. */
  static String collidingFields(int count) {
    int pairs = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    return IntStream.range(0, count)
        .mapToObj(i -> "\"" + collidingName(i, pairs) + "\":1")
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** "Aa" and "BB" have the same hash code, and so have all concatenations of the same number of them. */
  private static String collidingName(int number, int pairs) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < pairs; i++) {
      name.append((number >> i & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }
}
