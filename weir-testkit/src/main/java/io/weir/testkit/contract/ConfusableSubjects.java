// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.SubjectKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Subjects that a faulty store confuses, because it joins, trims, folds, normalizes or truncates names. */
public final class ConfusableSubjects {
  private static final long MINUTE = 60_000;

  /** Each line contains names that some encoding, collation or normalization confuses. */
  private static final List<List<String>> IDENTIFIERS = List.of(
      List.of("user", "USER", "User", "user ", " user", "user\t", "user\u0000", "user\u00a0"),
      List.of("caf\u00e9", "cafe\u0301", "cafe", "CAF\u00c9"),
      List.of("stra\u00dfe", "strasse", "STRASSE"),
      List.of("i", "I", "\u0131", "\u0130"),
      List.of("\u212b", "\u00c5", "A\u030a"),
      List.of("\uff11", "1", "\u0661", "01", "1.0", "+1"),
      List.of("\ud800", "\ud801", "\udc00", "?", "\ufffd", "\ud83d\ude00", "\ud83d"),
      List.of("a%", "a_", "a*", "a?", "a\\", "a'", "a\"", "a`", "a;--", "a{b}", "{a}b", "a}b{"),
      List.of("a\nb", "a\r\nb", "a b", "ab"));

  private ConfusableSubjects() {}

  /** Returns all of them; no two are equal. */
  public static List<SubjectKey> subjects() {
    Set<SubjectKey> subjects = new LinkedHashSet<>(joined());
    IDENTIFIERS.forEach(line -> line.forEach(name -> subjects.add(of("w", "n", name, MINUTE))));
    subjects.addAll(longest());
    subjects.add(of("w", "n", "user", MINUTE + 1));
    subjects.add(of("w", "n", "user", 10 * MINUTE));
    subjects.add(new SubjectKey("w", "n", "user", MINUTE, 1));
    subjects.add(new SubjectKey("w", "n", "user", MINUTE, 1_700_000_000_000L));
    subjects.add(new SubjectKey("w", "n", "user1", MINUTE, 700_000_000_000L));
    return new ArrayList<>(subjects);
  }

  /** Returns subjects with the same letters, divided at different places and by different separators. */
  private static List<SubjectKey> joined() {
    List<SubjectKey> subjects = new ArrayList<>();
    for (String separator : List.of("-", ":", "/", ".", "|", ",", "\u0000", "\u0001", "\\", "")) {
      subjects.add(of("a", "b" + separator + "c", "d", MINUTE));
      subjects.add(of("a" + separator + "b", "c", "d", MINUTE));
      subjects.add(of("a", "b", "c" + separator + "d", MINUTE));
    }
    subjects.add(of("w", "n", "x6", MINUTE));
    subjects.add(of("w", "n", "x", 6 * MINUTE));
    subjects.add(of("w", "n1", "1x", MINUTE));
    subjects.add(of("w", "n", "11x", MINUTE));
    return subjects;
  }

  /** Returns identifiers of the maximum length that differ only in the last character, the first, or the length. */
  private static List<SubjectKey> longest() {
    return List.of(
        of("w", "n", "x".repeat(512), MINUTE),
        of("w", "n", "x".repeat(511) + "y", MINUTE),
        of("w", "n", "y" + "x".repeat(511), MINUTE),
        of("w", "n", "x".repeat(511), MINUTE),
        of("w", "n", "\u20ac".repeat(512), MINUTE),
        of("w", "n", "\u20ac".repeat(511) + "\u20ad", MINUTE),
        of("w", "n", "\ud83d\ude00".repeat(512), MINUTE),
        of("w", "n", "\ud83d\ude00".repeat(511) + "\ud83d\ude01", MINUTE),
        of("\ud83d\ude00".repeat(191), "\ud83d\ude00".repeat(512), "\u0000".repeat(512), MINUTE));
  }

  private static SubjectKey of(
      String workspace, String namespace, String identifier, long duration) {
    return new SubjectKey(workspace, namespace, identifier, duration);
  }
}
