// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationParserTest {
  @ParameterizedTest
  @CsvSource({
    "1500ms, 1500",
    "60s, 60000",
    "5m, 300000",
    "1h, 3600000",
    "30d, 2592000000",
    "0d, 0",
    "0000000000000000000000007s, 7000",
    "9223372036854775807ms, 9223372036854775807"
  })
  void aWholeNumberAndAUnitIsADuration(String text, long millis) {
    assertThat(DurationParser.millis(text)).hasValue(millis);
    assertThat(DurationParser.parse("x", text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "s", "-5s", "+5s", "1.5s", "5  s", " 5s", "5s ", "5S", "5sec", "5w", "٣s"
      })
  void anythingElseIsNone(String text) {
    assertThat(DurationParser.millis(text)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DurationParser.parse("timeout", text))
        .withMessage("timeout must be a whole number and one of ms, s, m, h, d, such as \"60s\", "
            + "but was \"" + text + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808ms", "106751991168d", "99999999999999999999999s"})
  void whatNoLongHoldsIsTooLong(String text) {
    assertThat(DurationParser.millis(text)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DurationParser.parse("timeout", text))
        .withMessage("timeout is too long: \"" + text + "\"");
  }

  @Test
  void oneSpaceBeforeTheUnitIsForApplicationsOnly() {
    assertThat(DurationParser.parse("x", "60 s")).isEqualTo(Duration.ofSeconds(60));
    assertThat(DurationParser.millis("60 s")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0ms",
    "1, 1ms",
    "1500, 1500ms",
    "60000, 1m",
    "90000, 90s",
    "86400000, 1d",
    "-60000, -1m"
  })
  void textIsInTheLargestUnitWithoutAFraction(long millis, String text) {
    assertThat(DurationParser.text(millis)).isEqualTo(text);
  }
}
