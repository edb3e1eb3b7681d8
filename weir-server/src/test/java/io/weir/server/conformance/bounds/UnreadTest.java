// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever does not read")
final class UnreadTest {
  private static final int STREAMS = 50;

  private record Kind(int type, int flags) {}

  private static final Kind SETTINGS = new Kind(4, 0);

  /** Complete, and nothing follows. */
  private static final Kind HEADERS = new Kind(1, 5);

  @Test
  @DisplayName("has requests under way until they are given up, and the connection with them")
  void answersAreHeldAndGivenUp() throws IOException {
    Bounds hasty = new Bounds(100_000, 16_384, 100, 100, 500, 60_000, 1_000, 0);
    try (ApiRig rig = new ApiRig(hasty, "");
        Plug plug = new Plug(rig.port())) {
      plug.send(requestsThatTakeNoByte());

      ApiRig.await("they are under way", () -> rig.front().inFlight() == STREAMS);
      assertThat(rig.front().bodyBytes()).isPositive();

      rig.awaitQuiet();
      ApiRig.await("the connection ends", () -> rig.front().connections() == 0);
    }
  }

  @Test
  @DisplayName("for a while is answered all the same, however much was asked in one go")
  void pipelining() {
    int many = 2_000;
    try (ApiRig rig = new ApiRig();
        Plug plug = new Plug(rig.port())) {
      plug.send(Plug.check("deep", "user", many).repeat(many));

      for (int i = 1; i <= many; i++) {
        assertThat(plug.read().number("remaining")).isEqualTo(many - i);
      }
      rig.awaitQuiet();
    }
  }

  /** HTTP/2 whose windows are 0 bytes wide: nothing of a body may be sent. */
  private static byte[] requestsThatTakeNoByte() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    frame(out, SETTINGS, 0, new byte[] {0, 4, 0, 0, 0, 0});
    byte[] path = "/openapi.json".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.write(0x82); // GET
    head.write(0x86); // http
    head.write(0x04); // the path, which follows
    head.write(path.length);
    head.write(path);
    for (int i = 0; i < STREAMS; i++) {
      frame(out, HEADERS, 2 * i + 1, head.toByteArray());
    }
    return bytes.toByteArray();
  }

  private static void frame(DataOutputStream out, Kind kind, int stream, byte[] payload)
      throws IOException {
    out.write(payload.length >> 16);
    out.writeShort(payload.length);
    out.write(kind.type());
    out.write(kind.flags());
    out.writeInt(stream);
    out.write(payload);
  }
}
