// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSetTest {
  private static final long SEED = 31_415;
  private static final int CASES = 40_000;

  private static String text(SplittableRandom random, String letters, int longest) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(longest + 1); i > 0; i--) {
      int letter = random.nextInt(letters.codePointCount(0, letters.length()));
      text.appendCodePoint(letters.codePointAt(letters.offsetByCodePoints(0, letter)));
    }
    return text.toString();
  }

  private static Set<String> patterns(SplittableRandom random, String letters, int longest) {
    Set<String> patterns = new HashSet<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      patterns.add(text(random, letters, longest) + "*" + text(random, letters + "**", longest));
    }
    return patterns;
  }

  private static void assertLikeNaive(Set<String> patterns, List<String> identifiers) {
    PatternSet set = PatternSet.of(patterns);
    NaivePatterns naive = new NaivePatterns(patterns);
    for (String each : identifiers) {
      assertThat(set.match(each))
          .as("seed %d: %s on %s", SEED, patterns, each)
          .isEqualTo(naive.match(each).orElse(null));
    }
  }

  @Test
  void matchesLikeARegularExpression() {
    SplittableRandom random = new SplittableRandom(SEED);
    int matches = 0;
    for (int i = 0; i < CASES; i++) {
      String pattern = text(random, "ab\n*", 4) + "*" + text(random, "ab\n*", 3);
      String text = text(random, "aab\n", 9);
      boolean expected = expression(pattern).matcher(text).matches();
      matches += expected ? 1 : 0;

      assertThat(PatternSet.of(List.of(pattern)).match(text))
          .as("seed %d: %s on %s", SEED, pattern, text)
          .isEqualTo(expected ? pattern : null);
    }
    assertThat(matches).isBetween(CASES / 100, CASES / 2);
  }

  private static Pattern expression(String pattern) {
    StringBuilder expression = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char each = pattern.charAt(i);
      expression.append(each == '*' ? "[^\n]*" : Pattern.quote(String.valueOf(each)));
    }
    return Pattern.compile(expression.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "ab", "aab\n", "abcd", "a\uD83D\uDE00\uD83D\uDE01", "ab\u00e9\u4e2d", "\n"})
  void findsTheSamePatternAsTryingEachInOrder(String letters) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < CASES / 50; i++) {
      Set<String> patterns = patterns(random, letters, 1 + random.nextInt(6));
      List<String> identifiers =
          IntStream.range(0, 20).mapToObj(each -> text(random, letters, 16)).toList();

      assertLikeNaive(patterns, identifiers);
    }
  }

  @Test
  void findsTheSamePatternForNearMisses() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1_000; i++) {
      Set<String> patterns = patterns(random, "ab", 8);
      List<String> identifiers = new ArrayList<>();
      for (String each : patterns) {
        String filled = each.replace("*", text(random, "ab", 3));
        identifiers.add(filled);
        identifiers.add(filled + "a");
        identifiers.add(filled.isEmpty() ? "" : filled.substring(1));
      }

      assertLikeNaive(patterns, identifiers);
    }
  }

  @Test
  void allSegmentsInLongSuffixChainsAreFound() {
    SplittableRandom random = new SplittableRandom(SEED);
    Set<String> patterns = new HashSet<>();
    for (int i = 1; i <= 200; i++) {
      patterns.add("*" + "a".repeat(i) + "*" + "b".repeat(1 + i % 3) + "*");
      patterns.add("*" + text(random, "ab", 9) + "*" + text(random, "ab", 5) + "*c");
    }
    List<String> identifiers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      identifiers.add(
          "a".repeat(random.nextInt(260)) + text(random, "aaaab", 40) + (i % 2 == 0 ? "c" : ""));
    }

    assertLikeNaive(patterns, identifiers);
  }

  @Test
  void aSearchSharesTheStepsOfCommonPrefixes() {
    List<String> alike =
        IntStream.range(0, 1_000).mapToObj(i -> "*a".repeat(127) + "*" + i).toList();

    assertThat(PatternSet.of(alike).steps()).isEqualTo(127);
    assertThat(PatternSet.of(alike).match("a".repeat(512))).isNull();
    assertThat(PatternSet.of(alike).match("a".repeat(500) + "17")).isEqualTo(alike.get(17));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ab", "abcdefghijklmnopqrstuvwxyz", "a\uD83D\uDE00\uD83D\uDE01"})
  void aSetWeighsNoMoreThanEstimated(String letters) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int longest = 2; longest < 300; longest *= 3) {
      Set<String> patterns = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        patterns.add(text(random, letters + "*", longest) + "*" + text(random, letters, longest));
      }
      long reckoned = patterns.stream().mapToLong(PatternSet::weightOf).sum();

      assertThat(PatternSet.of(patterns).weight()).isLessThanOrEqualTo(reckoned).isPositive();
    }
  }

  @Test
  void manyThreadsCanUseOneSet() {
    PatternSet set =
        PatternSet.of(IntStream.range(0, 100).mapToObj(i -> "*" + i + "_*x*").toList());

    assertThat(IntStream.range(0, 20_000).parallel().filter(i -> {
          String expected = i % 100 < 10 ? null : "*" + i % 100 + "_*x*";
          String found = set.match("id" + i % 100 + "_" + "y".repeat(i % 50) + "x");
          return expected != null && !expected.equals(found);
        }))
        .isEmpty();
  }

  @Test
  void anEmptySetMatchesNothing() {
    assertThat(PatternSet.EMPTY.match("")).isNull();
    assertThat(PatternSet.EMPTY.match("x")).isNull();
    assertThat(PatternSet.EMPTY.size()).isZero();
  }
}
