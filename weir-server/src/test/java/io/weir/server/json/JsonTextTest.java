// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JsonTextTest {
  /** G1 gives an array of half a region a region of its own; the smallest regions have a megabyte. */
  private static final int HUGE = 500_000;

  private static ByteSegments text(int length) {
    return JsonWriter.of(out -> out.writeString("x".repeat(length)));
  }

  @Test
  void shortText() {
    ByteSegments bytes = text(100);

    assertThat(bytes.text()).isEqualTo("\"" + "x".repeat(100) + "\"");
    assertThat(bytes.count()).isEqualTo(1);
    assertThat(bytes.segment(0)).hasSize(102);
  }

  @Test
  void longText() {
    ByteSegments bytes = text(2 * HUGE);

    assertThat(bytes.text()).isEqualTo("\"" + "x".repeat(2 * HUGE) + "\"");
    assertThat(bytes.length()).isEqualTo(2 * HUGE + 2);
    assertThat(IntStream.range(0, bytes.count()).map(i -> bytes.segment(i).length))
        .allMatch(length -> length < HUGE / 4);
    assertThat(IntStream.range(0, bytes.count()).map(bytes::used).sum()).isEqualTo(bytes.length());
  }
}
