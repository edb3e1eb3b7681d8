// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Bodies that have not arrived as a whole")
final class BodyBytesTest {
  private static final int LARGEST = 10_000;
  private static final int FIT = 3;

  /** A sixteenth of the heap is for bodies, and half of it for those of one workspace. */
  private final ApiRig rig = new ApiRig(
      new Bounds(LARGEST, 16_384, 100, 100, 60_000, 75_000, 1_000, 0),
      new Listen("127.0.0.1", 0, ""),
      2L * 16 * FIT * LARGEST);

  private final List<Plug> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(Plug::close);
    rig.close();
  }

  private Plug begin(String key, int bytes) {
    Plug plug = new Plug(rig.port());
    plugs.add(plug);
    plug.send(Plug.head("limit", key, "Content-Length: " + LARGEST) + " ".repeat(bytes));
    return plug;
  }

  private void fill() {
    fill(ApiRig.KEY);
  }

  private void fill(String key) {
    for (int i = 0; i < FIT; i++) {
      begin(key, LARGEST - 500);
    }
    long held = (long) FIT * (LARGEST - 500);
    ApiRig.await("they are held", () -> rig.front().bodyBytes() == held);
  }

  @Test
  @DisplayName(
      "fill a part of the memory, and no more: the one too many is refused and not counted")
  void bounded() {
    fill();

    Reply refused = begin(ApiRig.KEY, LARGEST - 500).read().whole();

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("retry-after")).isEqualTo("1");
    assertThat(refused.header("connection")).isEqualTo("close");
    long held = (long) FIT * (LARGEST - 500);
    ApiRig.await("nothing is held of it", () -> rig.front().bodyBytes() == held);
    String body = Wire.check("ns", "user", 10);
    for (Plug each : plugs.subList(0, FIT)) {
      each.send(body + " ".repeat(500 - body.length()));
    }
    for (int i = 0; i < FIT; i++) {
      assertThat(plugs.get(i).read().whole().passed()).isTrue();
    }
    rig.awaitQuiet();
    assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(9 - FIT);
  }

  @Test
  @DisplayName("are small for nearly everybody, so a check still fits when large ones do not")
  void smallOnesFit() {
    fill();

    assertThat(rig.wire().limit("ns", "user", 10).passed()).isTrue();
  }

  @Test
  @DisplayName("of one workspace leave room for those of another, also for large ones")
  void hostile() {
    rig.letHostileIn();
    fill(ApiRig.HOSTILE_KEY);
    for (int i = 0; i < 5 * FIT; i++) {
      assertThat(begin(ApiRig.HOSTILE_KEY, LARGEST - 500).read().whole().status())
          .isEqualTo(503);
    }

    Plug large = begin(ApiRig.KEY, LARGEST - 500);
    for (int i = 1; i <= 5; i++) {
      assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(10 - i);
    }
    String body = Wire.check("ns", "user", 10);
    large.send(body + " ".repeat(500 - body.length()));

    assertThat(large.read().whole().number("remaining")).isEqualTo(4);
  }

  @Test
  @DisplayName("of callers without a valid key are not held at all, and take no place")
  void strangers() {
    for (int i = 0; i < 10 * FIT; i++) {
      Plug stranger = begin("nobody", LARGEST - 500);
      assertThat(stranger.read().whole().status()).isEqualTo(401);
    }

    rig.awaitQuiet();
    fill();
  }
}
