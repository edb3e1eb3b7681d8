// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Http2Plug;
import io.weir.server.rig.Json;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A server with as many requests waiting as may wait")
final class InFlightTest {
  private static final int MOST = 3;

  private final ApiRig rig =
      new ApiRig(new Bounds(100_000, 16_384, 100, MOST, 20_000, 75_000, 10_000, 0), "");
  private final List<Plug> waiting = new ArrayList<>();

  @AfterEach
  void close() {
    waiting.forEach(Plug::close);
    rig.close();
  }

  private void fill() {
    fill(ApiRig.KEY);
  }

  private void fill(String key) {
    rig.wire().with(key).limit("ns", "user", 100);
    rig.registry.hold();
    for (int i = 0; i < MOST; i++) {
      list(key);
    }
    rig.registry.awaitHeld(MOST);
  }

  private Plug list(String key) {
    Plug plug = new Plug(rig.port());
    waiting.add(plug);
    plug.send(Plug.ask("listOverrides", key, Json.object("namespace", "ns")));
    return plug;
  }

  @Test
  @DisplayName("turns others away at once, and answers those that waited")
  void turnsAway() {
    fill();

    Reply refused = rig.wire().limit("ns", "user", 100);
    rig.registry.release();

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(refused.header("retry-after")).isEqualTo("1");
    for (Plug each : waiting) {
      assertThat(each.read().whole().items()).isEmpty();
    }
    rig.awaitQuiet();
    assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(98);
  }

  @Test
  @DisplayName("has room for another workspace, whose requests may wait, too")
  void hostile() {
    rig.letHostileIn();
    rig.wire().limit("ns", "user", 100);
    fill(ApiRig.HOSTILE_KEY);
    for (int i = 0; i < 5 * MOST; i++) {
      Reply refused = list(ApiRig.HOSTILE_KEY).tryRead();
      assertThat(refused == null ? 503 : refused.status()).isEqualTo(503);
    }

    for (int i = 2; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(100 - i);
    }
    Plug honest = list(ApiRig.KEY);
    rig.registry.awaitHeld(MOST + 1);
    rig.registry.release();

    assertThat(honest.read().whole().items()).isEmpty();
  }

  @Test
  @DisplayName("is not filled by streams of one workspace whose bodies drip")
  void drippingStreams() {
    rig.letHostileIn();
    List<Http2Plug> hostile = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Http2Plug plug = new Http2Plug(rig.port(), 65_535);
      hostile.add(plug);
      for (int stream = 1; stream < 40; stream += 2) {
        plug.post(stream, "/v2/ratelimit.limit", "authorization", "Bearer " + ApiRig.HOSTILE_KEY);
        plug.send(new Http2Plug.Frame(Http2Plug.DATA, 0, stream, " "));
      }
    }
    ApiRig.await("they are under way", () -> rig.front().inFlight() >= MOST);

    for (int i = 1; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(100 - i);
    }
    hostile.forEach(Http2Plug::close);
    rig.awaitQuiet();
  }

  @Test
  @DisplayName("has room again when those who wait go away")
  void gone() {
    fill();

    waiting.forEach(Plug::close);
    rig.awaitQuiet();
    Reply reply = rig.wire().limit("ns", "user", 100);
    rig.registry.release();

    assertThat(reply.passed()).isTrue();
    assertThat(rig.wire().limit("ns", "user", 100).passed()).isTrue();
    rig.awaitQuiet();
  }

  @Test
  @DisplayName("ends by answering them all, and takes nobody new meanwhile")
  void shutdown() throws InterruptedException {
    fill();
    Plug idle = new Plug(rig.port());
    waiting.add(idle);
    idle.send(Wire.check("", "", 0)); // not HTTP, and not the end of a head
    int port = rig.port();

    Thread closing = new Thread(rig.front()::close, "closing");
    closing.start();
    ApiRig.await("closing", rig.front()::isClosing);
    ApiRig.await("nobody is let in", () -> isRefused(port));
    rig.registry.release();

    for (Plug each : waiting.subList(0, MOST)) {
      Reply reply = each.read().whole();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("connection")).isEqualTo("close");
      assertThat(each.tryRead()).isNull();
    }
    closing.join();
    rig.awaitQuiet();
    assertThat(idle.readToEnd()).isNotNull();
  }

  /** Whether a new connection is refused. One that came just before the port was closed stays until the end, so it is not read from. */
  @SuppressWarnings("try") // that it can be opened is all
  private static boolean isRefused(int port) {
    try (Plug plug = new Plug(port)) {
      return false;
    } catch (UncheckedIOException e) {
      return true;
    }
  }
}
