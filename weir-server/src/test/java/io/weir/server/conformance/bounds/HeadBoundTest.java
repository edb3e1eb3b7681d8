// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Http2Plug;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A head")
final class HeadBoundTest {
  private static final int MOST_FIELDS = 100;

  /** Of the least that all unfinished heads may take, which is two of the largest. */
  private static final int LEAST = 91_136;

  /** So small that the least is what there is. */
  private final ApiRig rig = new ApiRig(
      new Bounds(100_000, 16_384, 100, 100, 60_000, 75_000, 1_000, 0),
      new Listen("127.0.0.1", 0, ""),
      1_000);

  private final List<Plug> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(Plug::close);
    rig.close();
  }

  private Plug send(String text) {
    Plug plug = new Plug(rig.port());
    plugs.add(plug);
    plug.send(text);
    return plug;
  }

  private Plug unfinished(int bytes) {
    return send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX: " + "x".repeat(bytes));
  }

  @Test
  @DisplayName("has up to 100 fields; with one more it is refused before it is complete")
  void fields() {
    String begun = "GET /live HTTP/1.1\r\nHost: weir\r\n" + "a:\r\n".repeat(MOST_FIELDS - 1);
    Plug most = send(begun + "\r\n" + begun + "\r\n");
    assertThat(most.read().whole().status()).isEqualTo(200);
    assertThat(most.read().whole().status()).as("each head by itself").isEqualTo(200);

    Plug more = send(begun + "a:\r\n");
    Reply refused = more.read().whole();

    assertThat(refused.status()).isEqualTo(431);
    assertThat(more.tryRead()).isNull();
  }

  @Test
  @DisplayName("has no more than 100 fields with those that follow the body")
  void trailers() {
    Plug plug = send(Plug.head("limit", ApiRig.KEY, "Transfer-Encoding: chunked")
        + "1\r\n \r\n0\r\n" + "a:\r\n".repeat(MOST_FIELDS));

    assertThat(plug.readToEnd()).isNotNull();
    rig.awaitQuiet();
  }

  @Test
  @DisplayName("has up to 100 fields over HTTP/2, too")
  void http2() {
    List<String> fields = new ArrayList<>();
    Collections.addAll(fields, "authorization", "Bearer " + ApiRig.KEY);
    for (int i = 0; i < MOST_FIELDS; i++) {
      Collections.addAll(fields, "a" + i, "");
    }
    try (Http2Plug plug = new Http2Plug(rig.port(), 65_535)) {
      plug.post(1, "/v2/ratelimit.limit", fields.toArray(String[]::new));

      assertThat(plug.read(Http2Plug.DATA).payload()).contains("431");
    }
  }

  @Test
  @DisplayName("that is unfinished takes memory, and if that is used up, the oldest gives way")
  void oldestGivesWay() {
    int bytes = 14_000;
    Plug oldest = unfinished(bytes);
    ApiRig.await("it is counted", () -> rig.front().headBytes() > bytes);
    for (int i = 1; i < LEAST / bytes; i++) {
      unfinished(bytes);
    }
    ApiRig.await("they fill the memory", () -> rig.front().headBytes() > LEAST - bytes);
    assertThat(rig.front().connections()).isEqualTo(plugs.size());

    Plug honest = new Plug(rig.port());
    plugs.add(honest);
    String request = Plug.ask("limit", ApiRig.KEY, Wire.check("ns", "user", 10));
    honest.send(request.substring(0, 100));
    Plug newest = unfinished(bytes);

    assertThat(oldest.tryRead()).as("the oldest is closed").isNull();
    honest.send(request.substring(100));
    assertThat(honest.read().whole().passed()).isTrue();
    newest.send("\r\n\r\n");
    assertThat(newest.read().whole().status()).as("no key").isEqualTo(400);
    assertThat(rig.front().headBytes()).isLessThanOrEqualTo(LEAST);
    assertThat(rig.shed()).isEqualTo(1);
  }

  @Test
  @DisplayName("that is unfinished over HTTP/2 takes the same memory")
  void unfinishedOverHttp2() {
    int bytes = 14_000;
    List<Http2Plug> unfinished = new ArrayList<>();
    for (int i = 0; i < 2 * LEAST / bytes; i++) {
      Http2Plug plug = new Http2Plug(rig.port(), 65_535);
      unfinished.add(plug);
      plug.send(new Http2Plug.Frame(Http2Plug.HEADERS, 0, 1, "\0".repeat(bytes / 2)));
      plug.send(new Http2Plug.Frame(Http2Plug.CONTINUATION, 0, 1, "\0".repeat(bytes / 2)));
    }

    assertThat(unfinished.get(0).readToEnd()).as("the oldest is closed").isNotNull();
    assertThat(rig.front().headBytes()).isLessThanOrEqualTo(LEAST);
    assertThat(rig.wire().limit("ns", "user", 10).passed()).isTrue();
    unfinished.forEach(Http2Plug::close);
    ApiRig.await("nothing is left of them", () -> rig.front().headBytes() == 0);
  }

  @Test
  @DisplayName("that comes in two pieces is counted no longer than until the second")
  void finished() {
    String request = Plug.ask("limit", ApiRig.KEY, Wire.check("ns", "user", 10));
    Plug plug = send(request.substring(0, 50));
    ApiRig.await("it is counted", () -> rig.front().headBytes() > 0);

    plug.send(request.substring(50) + request);

    assertThat(plug.read().whole().passed()).isTrue();
    assertThat(plug.read().whole().passed()).isTrue();
    ApiRig.await("it is not counted", () -> rig.front().headBytes() == 0);
  }
}
