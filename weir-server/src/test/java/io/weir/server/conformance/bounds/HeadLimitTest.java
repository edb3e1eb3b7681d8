// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HeadLimitTest {
  private static final int MAX_FIELDS = 100;

  /** The share of the minimum that all unfinished heads may take, which is two of the largest heads. */
  private static final int MIN_HEAD = 91_136;

  /** So small that the minimum applies. */
  private final TestApiServer rig = new TestApiServer(
      new ServerLimits(100_000, 16_384, 100, 100, new Timeouts(60_000, 75_000, 1_000), 0),
      new ListenSettings("127.0.0.1", 0, ""),
      1_000);

  private final List<RawSocket> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(RawSocket::close);
    rig.close();
  }

  private RawSocket send(String text) {
    RawSocket rawSocket = new RawSocket(rig.port());
    plugs.add(rawSocket);
    rawSocket.send(text);
    return rawSocket;
  }

  private RawSocket unfinished(int bytes) {
    return send("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\nX: " + "x".repeat(bytes));
  }

  @Test
  void aHeadHasAtMost100Fields() {
    String unfinishedHead =
        "GET /live HTTP/1.1\r\nHost: weir\r\n" + "a:\r\n".repeat(MAX_FIELDS - 1);
    RawSocket largest = send(unfinishedHead + "\r\n" + unfinishedHead + "\r\n");
    assertThat(largest.read().whole().status()).isEqualTo(200);
    assertThat(largest.read().whole().status()).as("each head by itself").isEqualTo(200);

    RawSocket more = send(unfinishedHead + "a:\r\n");
    ApiReply refused = more.read().whole();

    assertThat(refused.status()).isEqualTo(431);
    assertThat(more.tryRead()).isNull();
  }

  @Test
  void fieldsAndTrailersAreAtMost100Together() {
    RawSocket rawSocket =
        send(RawSocket.head("limit", TestApiServer.KEY, "Transfer-Encoding: chunked")
            + "1\r\n \r\n0\r\n" + "a:\r\n".repeat(MAX_FIELDS));

    assertThat(rawSocket.readToEnd()).isNotNull();
    rig.awaitQuiet();
  }

  @Test
  void anHttp2HeadHasAtMost100Fields() {
    List<String> fields = new ArrayList<>();
    Collections.addAll(fields, "authorization", "Bearer " + TestApiServer.KEY);
    for (int i = 0; i < MAX_FIELDS; i++) {
      Collections.addAll(fields, "a" + i, "");
    }
    try (RawHttp2Connection connection = new RawHttp2Connection(rig.port(), 65_535)) {
      connection.post(1, "/v2/ratelimit.limit", fields.toArray(String[]::new));

      assertThat(connection.read(RawHttp2Connection.DATA).payload()).contains("431");
    }
  }

  @Test
  void theOldestUnfinishedHeadIsDroppedWhenMemoryIsFull() {
    int bytes = 14_000;
    RawSocket oldest = unfinished(bytes);
    TestApiServer.await("it is counted", () -> rig.front().headBytes() > bytes);
    for (int i = 1; i < MIN_HEAD / bytes; i++) {
      unfinished(bytes);
    }
    TestApiServer.await("they fill the memory", () -> rig.front().headBytes() > MIN_HEAD - bytes);
    assertThat(rig.front().connections()).isEqualTo(plugs.size());

    RawSocket honest = new RawSocket(rig.port());
    plugs.add(honest);
    String request =
        RawSocket.ask("limit", TestApiServer.KEY, RawHttpClient.check("ns", "user", 10));
    honest.send(request.substring(0, 100));
    RawSocket newest = unfinished(bytes);

    assertThat(oldest.tryRead()).as("the oldest is closed").isNull();
    honest.send(request.substring(100));
    assertThat(honest.read().whole().passed()).isTrue();
    newest.send("\r\n\r\n");
    assertThat(newest.read().whole().status()).as("no key").isEqualTo(400);
    assertThat(rig.front().headBytes()).isLessThanOrEqualTo(MIN_HEAD);
    assertThat(rig.shed()).isEqualTo(1);
  }

  @Test
  void unfinishedHttp2HeadsShareTheSameMemory() {
    int bytes = 14_000;
    List<RawHttp2Connection> unfinished = new ArrayList<>();
    for (int i = 0; i < 2 * MIN_HEAD / bytes; i++) {
      RawHttp2Connection connection = new RawHttp2Connection(rig.port(), 65_535);
      unfinished.add(connection);
      connection.send(
          new RawHttp2Connection.Frame(RawHttp2Connection.HEADERS, 0, 1, "\0".repeat(bytes / 2)));
      connection.send(new RawHttp2Connection.Frame(
          RawHttp2Connection.CONTINUATION, 0, 1, "\0".repeat(bytes / 2)));
    }

    assertThat(unfinished.get(0).readToEnd()).as("the oldest is closed").isNotNull();
    assertThat(rig.front().headBytes()).isLessThanOrEqualTo(MIN_HEAD);
    assertThat(rig.wire().limit("ns", "user", 10).passed()).isTrue();
    unfinished.forEach(RawHttp2Connection::close);
    TestApiServer.await("nothing is left of them", () -> rig.front().headBytes() == 0);
  }

  @Test
  void aCompletedHeadIsNoLongerCounted() {
    String request =
        RawSocket.ask("limit", TestApiServer.KEY, RawHttpClient.check("ns", "user", 10));
    RawSocket rawSocket = send(request.substring(0, 50));
    TestApiServer.await("it is counted", () -> rig.front().headBytes() > 0);

    rawSocket.send(request.substring(50) + request);

    assertThat(rawSocket.read().whole().passed()).isTrue();
    assertThat(rawSocket.read().whole().passed()).isTrue();
    TestApiServer.await("it is not counted", () -> rig.front().headBytes() == 0);
  }
}
