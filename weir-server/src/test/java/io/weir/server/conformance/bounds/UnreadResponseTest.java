// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UnreadResponseTest {
  private static final String PAGE = "/openapi.json";

  /** How many pages of one connection may be unread. */
  private static final int PAGES = 5;

  /** As many streams as a connection may have at once. */
  private static final int STREAMS = 100;

  /** A window in which no byte of a response's body fits. */
  private static final int NO_BYTE = 0;

  private final List<RawHttp2Connection> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(RawHttp2Connection::close);
  }

  private RawHttp2Connection ask(TestApiServer rig, int streams, String path) {
    RawHttp2Connection connection = new RawHttp2Connection(rig.port(), NO_BYTE);
    plugs.add(connection);
    for (int i = 0; i < streams; i++) {
      connection.get(2 * i + 1, path);
    }
    return connection;
  }

  private static ServerLimits patient(int inFlight) {
    return new ServerLimits(1_024, 16_384, 1_000, inFlight, new Timeouts(60_000, 60_000, 1_000), 0);
  }

  private static void assertServed(TestApiServer rig) {
    for (int i = 1; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(10 - i);
    }
    for (String each : List.of("/live", "/ready", "/v2/liveness", "/metrics", PAGE)) {
      assertThat(rig.wire().get(each).statusCode()).as(each).isEqualTo(200);
    }
  }

  @Test
  void unreadResponsesAreHeldUntilTheyTimeOut() {
    ServerLimits hasty =
        new ServerLimits(100_000, 16_384, 100, 100, new Timeouts(500, 60_000, 1_000), 0);
    try (TestApiServer rig = new TestApiServer(hasty, "")) {
      int page = rig.wire().get(PAGE).body().length();
      ask(rig, PAGES, PAGE);

      TestApiServer.await("they are under way", () -> rig.front().inFlight() == PAGES);
      assertThat(rig.front().bodyBytes()).isEqualTo((long) PAGES * page);

      rig.awaitQuiet();
      TestApiServer.await(
          "the connection ends", () -> rig.front().connections() <= 1); // the client's own
    }
  }

  @Test
  void fewLargeUnreadResponsesCloseAKeylessConnection() {
    try (TestApiServer rig = new TestApiServer(patient(1_000), "")) {
      RawHttp2Connection greedy = ask(rig, PAGES + 1, PAGE);

      assertThat(greedy.readToEnd()).as("the connection ends").isNotEmpty();
      rig.awaitQuiet();
    }
  }

  @Test
  void tooManyUnreadBytesCloseTheOldestKeylessConnection() {
    int page;
    try (TestApiServer rig = new TestApiServer()) {
      page = rig.wire().get(PAGE).body().length();
    }
    long heapBytes = 16L * 4 * 2 * PAGES * page;
    try (TestApiServer rig =
        new TestApiServer(patient(1_000), new ListenSettings("127.0.0.1", 0, ""), heapBytes)) {
      RawHttp2Connection oldest = ask(rig, PAGES, PAGE);
      TestApiServer.await("they are under way", () -> rig.front().inFlight() == PAGES);
      ask(rig, PAGES, PAGE);
      long all = 2L * PAGES * page;
      TestApiServer.await("all that fit are held", () -> rig.front().bodyBytes() == all);
      ask(rig, 1, PAGE);

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      TestApiServer.await("the others stay", () -> rig.front().inFlight() == PAGES + 1);
      assertServed(rig);
    }
  }

  @Test
  void tooManyUnreadRequestsCloseTheOldestKeylessOne() {
    int share = 5;
    try (TestApiServer rig = new TestApiServer(patient(4 * share), "")) {
      RawHttp2Connection oldest = ask(rig, share, "/metrics");
      TestApiServer.await("they are under way", () -> rig.front().inFlight() == share);
      for (int i = 0; i < 10; i++) {
        ask(rig, STREAMS, "/metrics");
      }

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      TestApiServer.await("the rest is closed", () -> rig.front().inFlight() <= share);
      assertServed(rig);
    }
  }

  @Test
  void unreadProbesDoNotBlockOtherProbes() {
    try (TestApiServer rig = new TestApiServer(patient(100), "")) {
      RawHttp2Connection oldest = ask(rig, STREAMS, "/live");
      for (int i = 0; i < 9; i++) {
        ask(rig, STREAMS, i % 2 == 0 ? "/ready" : "/live");
      }

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      assertServed(rig);
    }
  }

  @Test
  void unreadResponsesAffectOnlyTheirWorkspace() {
    try (TestApiServer rig = new TestApiServer(patient(20), "")) {
      rig.letHostileIn();
      String body = RawHttpClient.check("ns", "user", 1_000_000);
      for (int i = 0; i < 10; i++) {
        RawHttp2Connection connection = new RawHttp2Connection(rig.port(), NO_BYTE);
        plugs.add(connection);
        for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
          connection.post(
              stream,
              "/v2/ratelimit.limit",
              "authorization",
              "Bearer " + TestApiServer.HOSTILE_KEY,
              "content-type",
              "application/json");
          connection.send(new RawHttp2Connection.Frame(
              RawHttp2Connection.DATA, RawHttp2Connection.END_STREAM, stream, body));
        }
      }
      TestApiServer.await("as many as may be", () -> rig.front().inFlight() >= 20);

      assertServed(rig);
    }
  }

  @Test
  void aReaderThatPausesGetsEveryPipelinedAnswer() {
    int many = 2_000;
    try (TestApiServer rig = new TestApiServer();
        RawSocket rawSocket = new RawSocket(rig.port())) {
      rawSocket.send(RawSocket.check("deep", "user", many).repeat(many));

      for (int i = 1; i <= many; i++) {
        assertThat(rawSocket.read().number("remaining")).isEqualTo(many - i);
      }
      rig.awaitQuiet();
    }
  }
}
