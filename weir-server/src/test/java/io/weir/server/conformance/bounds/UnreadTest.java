// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Http2Plug;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Wire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever does not read")
final class UnreadTest {
  private static final String PAGE = "/openapi.json";

  /** So many pages of one connection may be unread. */
  private static final int PAGES = 5;

  /** As many streams as a connection may have at once. */
  private static final int STREAMS = 100;

  /** Windows that nothing of an answer's body fits in. */
  private static final int NO_BYTE = 0;

  private final List<Http2Plug> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(Http2Plug::close);
  }

  private Http2Plug ask(ApiRig rig, int streams, String path) {
    Http2Plug plug = new Http2Plug(rig.port(), NO_BYTE);
    plugs.add(plug);
    for (int i = 0; i < streams; i++) {
      plug.get(2 * i + 1, path);
    }
    return plug;
  }

  private static Bounds patient(int inFlight) {
    return new Bounds(1_024, 16_384, 1_000, inFlight, 60_000, 60_000, 1_000, 0);
  }

  private static void assertServed(ApiRig rig) {
    for (int i = 1; i <= 10; i++) {
      assertThat(rig.wire().limit("ns", "user", 10).number("remaining")).isEqualTo(10 - i);
    }
    for (String each : List.of("/live", "/ready", "/v2/liveness", "/metrics", PAGE)) {
      assertThat(rig.wire().get(each).statusCode()).as(each).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("has requests under way until they are given up, and the connection with them")
  void answersAreHeldAndGivenUp() {
    Bounds hasty = new Bounds(100_000, 16_384, 100, 100, 500, 60_000, 1_000, 0);
    try (ApiRig rig = new ApiRig(hasty, "")) {
      int page = rig.wire().get(PAGE).body().length();
      ask(rig, PAGES, PAGE);

      ApiRig.await("they are under way", () -> rig.front().inFlight() == PAGES);
      assertThat(rig.front().bodyBytes()).isEqualTo((long) PAGES * page);

      rig.awaitQuiet();
      ApiRig.await("the connection ends", () -> rig.front().connections() <= 1); // the client's own
    }
  }

  @Test
  @DisplayName("and has no key loses the connection when it has some large answers unread")
  void tooManyBytesOfOne() {
    try (ApiRig rig = new ApiRig(patient(1_000), "")) {
      Http2Plug greedy = ask(rig, PAGES + 1, PAGE);

      assertThat(greedy.readToEnd()).as("the connection ends").isNotEmpty();
      rig.awaitQuiet();
    }
  }

  @Test
  @DisplayName(
      "and has no key gives way, oldest first, when such answers fill their part of the memory")
  void tooManyBytes() {
    int page;
    try (ApiRig rig = new ApiRig()) {
      page = rig.wire().get(PAGE).body().length();
    }
    long heapBytes = 16L * 4 * 2 * PAGES * page;
    try (ApiRig rig = new ApiRig(patient(1_000), new Listen("127.0.0.1", 0, ""), heapBytes)) {
      Http2Plug oldest = ask(rig, PAGES, PAGE);
      ApiRig.await("they are under way", () -> rig.front().inFlight() == PAGES);
      ask(rig, PAGES, PAGE);
      long all = 2L * PAGES * page;
      ApiRig.await("all that fit are held", () -> rig.front().bodyBytes() == all);
      ask(rig, 1, PAGE);

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      ApiRig.await("the others stay", () -> rig.front().inFlight() == PAGES + 1);
      assertServed(rig);
    }
  }

  @Test
  @DisplayName("and has no key gives way, oldest first, when there are too many of them")
  void tooManyRequests() {
    int share = 5;
    try (ApiRig rig = new ApiRig(patient(4 * share), "")) {
      Http2Plug oldest = ask(rig, share, "/metrics");
      ApiRig.await("they are under way", () -> rig.front().inFlight() == share);
      for (int i = 0; i < 10; i++) {
        ask(rig, STREAMS, "/metrics");
      }

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      ApiRig.await("the rest is closed", () -> rig.front().inFlight() <= share);
      assertServed(rig);
    }
  }

  @Test
  @DisplayName("answers to probes does not keep others from asking whether the server is alive")
  void unreadProbes() {
    try (ApiRig rig = new ApiRig(patient(100), "")) {
      Http2Plug oldest = ask(rig, STREAMS, "/live");
      for (int i = 0; i < 9; i++) {
        ask(rig, STREAMS, i % 2 == 0 ? "/ready" : "/live");
      }

      assertThat(oldest.readToEnd()).as("the connection ends").isNotEmpty();
      assertServed(rig);
    }
  }

  @Test
  @DisplayName("and has a key harms nobody but its own workspace")
  void hostile() {
    try (ApiRig rig = new ApiRig(patient(20), "")) {
      rig.letHostileIn();
      String body = Wire.check("ns", "user", 1_000_000);
      for (int i = 0; i < 10; i++) {
        Http2Plug plug = new Http2Plug(rig.port(), NO_BYTE);
        plugs.add(plug);
        for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
          plug.post(
              stream,
              "/v2/ratelimit.limit",
              "authorization",
              "Bearer " + ApiRig.HOSTILE_KEY,
              "content-type",
              "application/json");
          plug.send(new Http2Plug.Frame(Http2Plug.DATA, Http2Plug.END_STREAM, stream, body));
        }
      }
      ApiRig.await("as many as may be", () -> rig.front().inFlight() >= 20);

      assertServed(rig);
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
}
