// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Request bodies of attacks. */
final class AttackBodies {
  /** The most checks that a batch may have. */
  static final int BATCH = 100;

  /** The most characters that an identifier may have. */
  static final int LONGEST = 512;

  static final long DAY = 86_400_000;

  /** Beyond the BMP: two chars in memory, four bytes on the wire. */
  private static final String ROCKET = "\uD83D\uDE80";

  private static final int DIGITS = 12;

  private AttackBodies() {}

  /** One check. */
  static String check(String namespace, String identifier, Terms terms) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier + "\",\"limit\":"
        + terms.limit() + ",\"duration\":" + terms.duration() + ",\"cost\":" + terms.cost() + "}";
  }

  /**
   * The numbers of a check.
   *
   * @param limit how much may be spent
   * @param duration of the window, in milliseconds
   * @param cost how much is spent; 0 for a look
   */
  record Terms(long limit, long duration, long cost) {
    /** One of five in a day. */
    static final Terms USUAL = new Terms(5, DAY, 1);
  }

  /** The batch with this number, of checks that no other batch has. */
  static String batch(long number, LongFunction<String> check) {
    return LongStream.range(number * BATCH, (number + 1) * BATCH)
        .mapToObj(check)
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** An override. */
  static String override(String namespace, String identifier) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier
        + "\",\"limit\":10,\"duration\":" + DAY + "}";
  }

  /** What deletes an override. */
  static String overrideName(String namespace, String identifier) {
    return "{\"namespace\":\"" + namespace + "\",\"identifier\":\"" + identifier + "\"}";
  }

  /** As long as an identifier may be, and as heavy in memory as one can be. */
  static String heavyIdentifier(long number) {
    return ROCKET.repeat(LONGEST - DIGITS) + String.format(Locale.ROOT, "%012d", number);
  }

  /** As long as an identifier may be, of ASCII letters. */
  static String longIdentifier(long number) {
    return "a".repeat(LONGEST - DIGITS) + String.format(Locale.ROOT, "%012d", number);
  }

  /** An object with so many field names that are all different and have the same {@link String#hashCode}. */
  static String collidingFields(int count) {
    int pairs = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    return IntStream.range(0, count)
        .mapToObj(i -> "\"" + collidingName(i, pairs) + "\":1")
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** "Aa" and "BB" have the same hash code, and so has any row of them. */
  private static String collidingName(int number, int pairs) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < pairs; i++) {
      name.append((number >> i & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }
}
