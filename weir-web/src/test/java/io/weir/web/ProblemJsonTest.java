// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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
}
