// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableTextTest {
  /** Pieces that are likely to be confused, so that short strings contain them often. */
  private static final List<String> PIECES = List.of(
      "\\",
      "u",
      "\\u",
      "d",
      "8",
      "0",
      "00",
      "d800",
      "\ud800",
      "\udc00",
      "\ud83d\ude00",
      "\u0000",
      "\n",
      "\u007f",
      "\u0085",
      " ",
      "\u00e9",
      "\ufffd",
      "x");

  @ParameterizedTest
  @CsvSource({"alice, alice", "a\\b, a\\\\b", "\\u0041, \\\\u0041", "'a ', 'a '"})
  void plainTextStaysAndBackslashesAreDoubled(String text, String written) {
    assertThat(ReadableText.encode(text)).isEqualTo(written);
  }

  @Test
  void controlCharactersAndUnpairedSurrogatesAreEscaped() {
    assertThat(ReadableText.encode("a\u0000b\ud800c\ud83d\ude00\udbff"))
        .isEqualTo("a\\u0000b\\ud800c\ud83d\ude00\\udbff");
  }

  @Test
  void anyStringRoundTrips() {
    for (int seed = 0; seed < 20_000; seed++) {
      String text = random(new SplittableRandom(seed));

      String written = ReadableText.encode(text);
      String stored = new String(written.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);

      assertThat(ReadableText.decode(stored)).as("seed %s", seed).isEqualTo(text);
      assertThat(written.length()).isLessThanOrEqualTo(ReadableText.MAX_GROWTH * text.length());
    }
  }

  @Test
  void unescapedTextIsRead() {
    for (String text : List.of("\\", "a\\", "\\u", "\\u12", "\\uzzzz", "\\q")) {
      assertThatCode(() -> ReadableText.decode(text)).doesNotThrowAnyException();
    }
  }

  private static String random(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      if (random.nextInt(4) == 0) {
        text.append((char) random.nextInt(0x10000));
      } else {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
    }
    return text.toString();
  }
}
