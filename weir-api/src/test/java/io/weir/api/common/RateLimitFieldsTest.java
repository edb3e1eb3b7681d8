// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitFieldsTest {
  @Test
  void fieldsAreStructured() {
    RateLimitFields fields = RateLimitFields.of("a\"\\b", Long.MAX_VALUE, Duration.ofMillis(1_001));

    assertThat(fields.policy()).isEqualTo("\"a\\\"\\\\b\";q=999999999999999;w=2");
    assertThat(fields.state(Long.MAX_VALUE, 3)).isEqualTo("\"a\\\"\\\\b\";r=999999999999999;t=3");
    assertThat(fields.policyOf(5)).isEqualTo("\"a\\\"\\\\b\";q=5");
  }

  @Test
  void secondsAreRoundedUp() {
    assertThat(RateLimitFields.seconds(-5_000)).isZero();
    assertThat(RateLimitFields.seconds(0)).isZero();
    assertThat(RateLimitFields.seconds(1)).isEqualTo(1);
    assertThat(RateLimitFields.seconds(1_000)).isEqualTo(1);
    assertThat(RateLimitFields.seconds(1_001)).isEqualTo(2);
    assertThat(RateLimitFields.seconds(Long.MAX_VALUE)).isPositive();
  }
}
