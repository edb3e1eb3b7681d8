// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BodyBytesTest {
  private static final int MAX_BODY = 10_000;
  private static final int FIT = 3;

  /** A sixteenth of the heap is for bodies, of which a single workspace may use half. */
  private final TestApiServer rig = new TestApiServer(
      new ServerLimits(MAX_BODY, 16_384, 100, 100, new Timeouts(60_000, 75_000, 1_000), 0),
      new ListenSettings("127.0.0.1", 0, ""),
      2L * 16 * FIT * MAX_BODY);

  private final List<RawSocket> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(RawSocket::close);
    rig.close();
  }

  private RawSocket begin(String key, int bytes) {
    RawSocket rawSocket = new RawSocket(rig.port());
    plugs.add(rawSocket);
    rawSocket.send(RawSocket.head("limit", key, "Content-Length: " + MAX_BODY) + " ".repeat(bytes));
    return rawSocket;
  }

  private void fill() {
    fill(TestApiServer.KEY);
  }

  private void fill(String key) {
    for (int i = 0; i < FIT; i++) {
      begin(key, MAX_BODY - 500);
    }
    long held = (long) FIT * (MAX_BODY - 500);
    TestApiServer.await("they are held", () -> rig.front().bodyBytes() == held);
  }

  @Test
  void incompleteBodiesUseBoundedMemory() {
    fill();

    ApiReply refused = begin(TestApiServer.KEY, MAX_BODY - 500).read().whole();

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("retry-after")).isEqualTo("1");
    assertThat(refused.header("connection")).isEqualTo("close");
    long held = (long) FIT * (MAX_BODY - 500);
    TestApiServer.await("nothing is held of it", () -> rig.front().bodyBytes() == held);
    String body = RawHttpClient.check("ns", "user", 10);
    for (RawSocket each : plugs.subList(0, FIT)) {
      each.send(body + " ".repeat(500 - body.length()));
    }
    for (int i = 0; i < FIT; i++) {
      assertThat(plugs.get(i).read().whole().passed()).isTrue();
    }
    rig.awaitQuiet();
    assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(9 - FIT);
  }

  @Test
  void smallChecksFitWhenLargeBodiesDoNot() {
    fill();

    assertThat(rig.wire().limit("ns", "user", 10).passed()).isTrue();
  }

  @Test
  void oneWorkspaceLeavesRoomForOthers() {
    rig.letHostileIn();
    fill(TestApiServer.HOSTILE_KEY);
    for (int i = 0; i < 5 * FIT; i++) {
      assertThat(begin(TestApiServer.HOSTILE_KEY, MAX_BODY - 500).read().whole().status())
          .isEqualTo(503);
    }

    RawSocket large = begin(TestApiServer.KEY, MAX_BODY - 500);
    for (int i = 1; i <= 5; i++) {
      assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(10 - i);
    }
    String body = RawHttpClient.check("ns", "user", 10);
    large.send(body + " ".repeat(500 - body.length()));

    assertThat(large.read().whole().number("remaining")).isEqualTo(4);
  }

  @Test
  void bodiesWithoutAValidKeyAreNotHeld() {
    for (int i = 0; i < 10 * FIT; i++) {
      RawSocket unauthenticated = begin("nobody", MAX_BODY - 500);
      assertThat(unauthenticated.read().whole().status()).isEqualTo(401);
    }

    rig.awaitQuiet();
    fill();
  }
}
