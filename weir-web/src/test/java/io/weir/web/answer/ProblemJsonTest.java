// SPDX-License-Identifier: Apache-2.0
package io.weir.web.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProblemJsonTest {
  @Test
  void anyTextGivesValidJson() {
    byte[] bytes = ProblemJson.of(429, "a\"b\\c", "\n\u0000\u007f\ud800\u20ac")
        .with("n", 7)
        .bytes();

    assertThat(new String(bytes, StandardCharsets.UTF_8))
        .isEqualTo("{\"type\":\"about:blank\",\"title\":\"a\\\"b\\\\c\",\"status\":429,"
            + "\"detail\":\"\\u000a\\u0000\\u007f\\ud800\u20ac\",\"n\":7}");
  }

  @Test
  void structuredFieldsTakeQuotesAndLargeNumbers() {
    RateLimitFields fields = RateLimitFields.of("a\"\\b", Long.MAX_VALUE, Duration.ofMillis(1_001));

    assertThat(fields.policy()).isEqualTo("\"a\\\"\\\\b\";q=999999999999999;w=2");
    assertThat(fields.state(Long.MAX_VALUE, 3)).isEqualTo("\"a\\\"\\\\b\";r=999999999999999;t=3");
    assertThat(fields.policyOf(5)).isEqualTo("\"a\\\"\\\\b\";q=5");
  }

  @Test
  void secondsAreRoundedUpAndNeverNegative() {
    assertThat(RateLimitFields.seconds(-5_000)).isZero();
    assertThat(RateLimitFields.seconds(0)).isZero();
    assertThat(RateLimitFields.seconds(1)).isEqualTo(1);
    assertThat(RateLimitFields.seconds(1_000)).isEqualTo(1);
    assertThat(RateLimitFields.seconds(1_001)).isEqualTo(2);
    assertThat(RateLimitFields.seconds(Long.MAX_VALUE)).isPositive();
  }
}
