// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Check;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestIdentifiersTest {
  private static final long SEED = 90_125;
  private static final String ALPHABET = ":::\\\\\\?#u0ab \n\0\u007f\u0080\u009f\ud800\udc00\u20ac";

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void differentCombinationsGiveDifferentIdentifiers() {
    Map<String, List<@Nullable String>> owners = new HashMap<>();
    for (int i = 0; i < 40_000; i++) {
      List<@Nullable String> values =
          new ArrayList<@Nullable String>(Arrays.asList(randomText(), randomText(), randomText()));
      String identifier = combined(values);
      if (identifier == null) {
        assertThat(values).containsOnlyNulls();
        continue;
      }

      List<@Nullable String> owner = owners.putIfAbsent(identifier, values);

      assertThat(owner == null ? values : owner)
          .as("seed %s: %s", SEED, identifier)
          .isEqualTo(values);
    }
  }

  @Test
  void differentValuesGiveDifferentIdentifiers() {
    Map<String, String> owners = new HashMap<>();
    owners.put(IdentifierText.UNKNOWN, "nobody");
    for (int i = 0; i < 40_000; i++) {
      String value = randomText();
      if (value != null) {
        String owner = owners.putIfAbsent(single(value), value);
        assertThat(owner == null ? value : owner).as("seed %s", SEED).isEqualTo(value);
      }
    }
  }

  @Test
  void everyIdentifierIsValidAndSurvivesAsBytes() {
    for (int i = 0; i < 2_000; i++) {
      String value = text(random.nextInt(1, 700));

      String identifier = single(value);

      assertThat(Check.of(identifier).identifier()).isEqualTo(identifier);
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(identifier)).isTrue();
      assertThat(identifier.chars().noneMatch(Character::isISOControl)).isTrue();
    }
  }

  @Test
  void aTooLongIdentifierEndsInADigest() {
    String exact = "x".repeat(512);
    String one = single("x".repeat(600) + "1");
    String two = single("x".repeat(600) + "2");

    assertThat(single(exact)).isEqualTo(exact);
    assertThat(one).startsWith("x".repeat(446) + "\\#").hasSize(512).isNotEqualTo(two);
    assertThat(single("\ud83d\ude00".repeat(512))).isEqualTo("\ud83d\ude00".repeat(512));
    assertThat(single("\ud83d\ude00".repeat(513))).contains("\\#");
    // Most encoders map all unpaired surrogates to the same byte.
    assertThat(single("\ud800".repeat(600))).isNotEqualTo(single("\ud801".repeat(600)));
  }

  @Test
  void noValueLooksLikeADigest() {
    for (int i = 0; i < 1_000; i++) {
      // With backslashes everywhere, the cut falls in the middle of escapes.
      String victim = text(random.nextInt(513, 700));
      String digested = single(victim);
      assertThat(unescapes(digested)).as("seed %s: %s", SEED, digested).isFalse();

      assertThat(single(digested)).isNotEqualTo(digested);
    }
  }

  /**
   * Returns whether a text is the escaped form of some value: every backslash begins one of the escapes of values.
   */
  private static boolean unescapes(String text) {
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) != '\\') {
        at++;
      } else if (at + 1 < text.length() && "\\:".indexOf(text.charAt(at + 1)) >= 0) {
        at += 2;
      } else if (text.substring(at).matches("(?s)\\\\u[0-9a-f]{4}.*")) {
        at += 6;
      } else {
        return false;
      }
    }
    return true;
  }

  private static String single(String value) {
    String identifier = RequestIdentifiers.of(request -> value, new FakeRequest(), false);
    assertThat(identifier).isNotNull();
    return identifier == null ? "" : identifier;
  }

  private static @Nullable String combined(List<@Nullable String> values) {
    IdentifierSource[] sources = values.stream()
        .map(value -> (IdentifierSource) request -> value)
        .toArray(IdentifierSource[]::new);
    return RequestIdentifiers.of(IdentifierSource.all(sources), new FakeRequest(), false);
  }

  private @Nullable String randomText() {
    int length = random.nextInt(6);
    return length == 0 ? null : text(length);
  }

  private String text(int length) {
    StringBuilder drawn = new StringBuilder();
    for (int i = 0; i < length; i++) {
      drawn.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return drawn.toString();
  }
}
