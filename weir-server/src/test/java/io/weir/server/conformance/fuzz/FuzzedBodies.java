// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.fuzz;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A generator of bodies that are nearly valid. Characters stand for bytes. */
final class FuzzedBodies {
  private static final String CHECK =
      "{\"namespace\":\"fuzz\",\"identifier\":\"user_1\",\"limit\":10,\"duration\":60000,\"cost\":1}";

  private static final String ONE = "{\"namespace\":\"fuzz\",\"identifier\":\"user_*\"}";

  /** Valid bodies by operation. */
  private static final Map<String, String> SOUND = Map.of(
      "limit",
      CHECK,
      "multiLimit",
      "[" + CHECK + "," + CHECK + "]",
      "setOverride",
      "{\"namespace\":\"fuzz\",\"identifier\":\"user_*\",\"limit\":0,\"duration\":1000}",
      "getOverride",
      ONE,
      "deleteOverride",
      ONE,
      "listOverrides",
      "{\"namespace\":\"fuzz\",\"limit\":10,\"cursor\":\"rlor_1\"}");

  private static final List<String> VALUES = List.of(
      "null",
      "true",
      "[]",
      "{}",
      "\"\"",
      "0",
      "-0",
      "-1",
      "1.5",
      "10.0",
      "1e3",
      "1e400",
      "1e99999999999",
      "0.1e-400",
      "9223372036854775807",
      "9223372036854775808",
      "-9223372036854775809",
      "2592000001",
      "999",
      "\"*\"",
      "\"**a*\"",
      "\"\\u0000\"",
      "\"\\ud800\"",
      "\"\\udc00\\ud800\"",
      "\"\\n\"",
      "\"\\q\"",
      "\"\u00f0\u009f\u009a\u0080\"",
      "NaN",
      "\"\u00ff\u00fe\"",
      "{\"a\":{\"b\":[1,2,{}]}}",
      "[[[[[[]]]]]]",
      "01",
      "+1",
      "'x'",
      "\"\u00c0\u00af\"",
      "\"\u00ed\u00a0\u0080\"",
      "123456789012345678901234567890",
      "\"../../etc/passwd\"",
      "\"' OR 1=1\"");

  private static final Pattern VALUE = Pattern.compile("(?<=:)(?:\"[^\"]*\"|[0-9]+)");
  private static final Pattern NAME = Pattern.compile("\"[a-z]+\"(?=:)");

  private final SplittableRandom random;

  FuzzedBodies(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a body for this operation, valid in one of three cases. */
  String next(String operation) {
    String body = SOUND.getOrDefault(operation, CHECK);
    for (int left = random.nextInt(3); left > 0; left--) {
      body = wrong(body);
    }
    return body;
  }

  private String wrong(String body) {
    return switch (random.nextInt(11)) {
      case 0, 1, 2 -> replaced(body, VALUE, pick(VALUES));
      case 3 -> replaced(body, VALUE, "\"" + letters(random.nextInt(1_200)) + "\"");
      case 4 ->
        replaced(body, NAME, pick(List.of("\"limits\"", "\"cost\"", "\"\"", "x", "\"namespace\"")));
      case 5 -> body.substring(0, at(body));
      case 6 -> inserted(body, String.valueOf((char) random.nextInt(256)));
      case 7 ->
        inserted(
            body,
            pick(List.of(",", "{", "}", "[", "]", "\"", ":", "\0", "\\", "/*", " ".repeat(5_000))));
      case 8 -> removed(body);
      case 9 -> body.repeat(random.nextInt(4));
      default -> pick(VALUES);
    };
  }

  private String replaced(String body, Pattern what, String by) {
    List<MatchResult> found = what.matcher(body).results().toList();
    if (found.isEmpty()) {
      return by;
    }
    MatchResult one = found.get(random.nextInt(found.size()));
    return body.substring(0, one.start()) + by + body.substring(one.end());
  }

  private String inserted(String body, String what) {
    int at = at(body);
    return body.substring(0, at) + what + body.substring(at);
  }

  private String removed(String body) {
    int at = at(body);
    return body.substring(0, at)
        + body.substring(Math.min(body.length(), at + 1 + random.nextInt(5)));
  }

  private String letters(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  private int at(String text) {
    return random.nextInt(text.length() + 1);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
