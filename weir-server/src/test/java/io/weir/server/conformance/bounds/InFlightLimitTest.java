// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class InFlightLimitTest {
  private static final int MAX_IN_FLIGHT = 3;

  private final TestApiServer rig = new TestApiServer(
      new ServerLimits(
          100_000, 16_384, 100, MAX_IN_FLIGHT, new Timeouts(20_000, 75_000, 10_000), 0),
      "");
  private final List<RawSocket> waiting = new ArrayList<>();

  @AfterEach
  void close() {
    waiting.forEach(RawSocket::close);
    rig.close();
  }

  private void fill() {
    fill(TestApiServer.KEY);
  }

  private void fill(String key) {
    rig.wire().with(key).limit("ns", "user", 100);
    rig.registry.hold();
    for (int i = 0; i < MAX_IN_FLIGHT; i++) {
      list(key);
    }
    rig.registry.awaitHeld(MAX_IN_FLIGHT);
  }

  private RawSocket list(String key) {
    RawSocket rawSocket = new RawSocket(rig.port());
    waiting.add(rawSocket);
    rawSocket.send(RawSocket.ask("listOverrides", key, TestJson.object("namespace", "ns")));
    return rawSocket;
  }

  @Test
  void excessRequestsAreRefusedAtOnce() {
    fill();

    ApiReply refused = rig.wire().limit("ns", "user", 100);
    rig.registry.release();

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(refused.header("retry-after")).isEqualTo("1");
    for (RawSocket each : waiting) {
      assertThat(each.read().whole().items()).isEmpty();
    }
    rig.awaitQuiet();
    assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(98);
  }

  @Test
  void otherWorkspacesHaveRoomToWait() {
    rig.letHostileIn();
    rig.wire().limit("ns", "user", 100);
    fill(TestApiServer.HOSTILE_KEY);
    for (int i = 0; i < 5 * MAX_IN_FLIGHT; i++) {
      ApiReply refused = list(TestApiServer.HOSTILE_KEY).tryRead();
      assertThat(refused == null ? 503 : refused.status()).isEqualTo(503);
    }

    for (int i = 2; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(100 - i);
    }
    RawSocket honest = list(TestApiServer.KEY);
    rig.registry.awaitHeld(MAX_IN_FLIGHT + 1);
    rig.registry.release();

    assertThat(honest.read().whole().items()).isEmpty();
  }

  @Test
  void slowBodiesOfOneWorkspaceDoNotFillTheServer() {
    rig.letHostileIn();
    List<RawHttp2Connection> hostile = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      RawHttp2Connection connection = new RawHttp2Connection(rig.port(), 65_535);
      hostile.add(connection);
      for (int stream = 1; stream < 40; stream += 2) {
        connection.post(
            stream, "/v2/ratelimit.limit", "authorization", "Bearer " + TestApiServer.HOSTILE_KEY);
        connection.send(new RawHttp2Connection.Frame(RawHttp2Connection.DATA, 0, stream, " "));
      }
    }
    TestApiServer.await("they are under way", () -> rig.front().inFlight() >= MAX_IN_FLIGHT);

    for (int i = 1; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 100).number("remaining")).isEqualTo(100 - i);
    }
    hostile.forEach(RawHttp2Connection::close);
    rig.awaitQuiet();
  }

  @Test
  void disconnectedClientsMakeRoom() {
    fill();

    waiting.forEach(RawSocket::close);
    rig.awaitQuiet();
    ApiReply apiReply = rig.wire().limit("ns", "user", 100);
    rig.registry.release();

    assertThat(apiReply.passed()).isTrue();
    assertThat(rig.wire().limit("ns", "user", 100).passed()).isTrue();
    rig.awaitQuiet();
  }

  @Test
  void shutdownAnswersWaitingRequestsAndAcceptsNone() throws InterruptedException {
    fill();
    RawSocket idle = new RawSocket(rig.port());
    waiting.add(idle);
    idle.send(RawHttpClient.check("", "", 0)); // neither HTTP nor the end of a head
    int port = rig.port();

    Thread closing = new Thread(rig.front()::close, "closing");
    closing.start();
    TestApiServer.await("closing", rig.front()::isClosing);
    TestApiServer.await("nobody is let in", () -> isRefused(port));
    rig.registry.release();

    for (RawSocket each : waiting.subList(0, MAX_IN_FLIGHT)) {
      ApiReply apiReply = each.read().whole();
      assertThat(apiReply.status()).isEqualTo(200);
      assertThat(apiReply.header("connection")).isEqualTo("close");
      assertThat(each.tryRead()).isNull();
    }
    closing.join();
    rig.awaitQuiet();
    assertThat(idle.readToEnd()).isNotNull();
  }

  /**
   * Returns whether a new connection is refused. One that arrived just before the port was closed stays open until
   * the end, so it is not read from.
   */
  @SuppressWarnings("try") // only tests that it can be opened
  private static boolean isRefused(int port) {
    try (RawSocket rawSocket = new RawSocket(port)) {
      return false;
    } catch (UncheckedIOException e) {
      return true;
    }
  }
}
