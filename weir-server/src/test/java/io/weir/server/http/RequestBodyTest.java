// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestBodyTest {
  private static byte[] bytes(RequestBody body) throws IOException {
    try (InputStream in = body.toSegments().stream()) {
      return in.readAllBytes();
    }
  }

  @Test
  void isEmptyAtFirst() throws IOException {
    assertThat(bytes(new RequestBody())).isEmpty();
    assertThat(new RequestBody().toSegments().length()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4_095, 4_096, 4_097, 65_536, 1_000_000})
  void keepsBytesInOrder(int largest) throws IOException {
    SplittableRandom random = new SplittableRandom(largest);
    byte[] whole = new byte[Math.min(700_001, largest * 50)];
    random.nextBytes(whole);
    RequestBody body = new RequestBody();

    for (int from = 0; from < whole.length; ) {
      int to = Math.min(whole.length, from + random.nextInt(largest + 1));
      body.append(Buffer.buffer().appendBytes(whole, from, to - from));
      from = to;
    }

    assertThat(bytes(body)).isEqualTo(whole);
  }

  @Test
  void leavesTheFirstPieceUnchanged() throws IOException {
    Buffer first = Buffer.buffer("first");
    RequestBody body = new RequestBody();

    body.append(first);
    body.append(Buffer.buffer(" second"));

    assertThat(first.toString()).isEqualTo("first");
    assertThat(new String(bytes(body), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("first second");
  }
}
