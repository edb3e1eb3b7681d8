// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Http2Plug;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTTP/2 without TLS")
final class Http2Test {
  private static final ApiRig RIG =
      new ApiRig(new Bounds(100_000, 16_384, 100, 1_000, 10_000, 75_000, 1_000, 0), "");
  private static final Vertx VERTX = Vertx.vertx();

  @AfterAll
  static void close() {
    RIG.close();
    var unused = VERTX.close();
  }

  /** One that speaks HTTP/2 from the first byte. */
  private static HttpClientAgent client() {
    return VERTX.createHttpClient(new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false));
  }

  private static Future<Reply> send(HttpClient client, String path, String body) {
    return client
        .request(new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(RIG.port())
            .setURI(path)
            .putHeader("Authorization", "Bearer " + ApiRig.KEY)
            .putHeader("Content-Type", "application/json"))
        // Nested, so that the body is asked for on the event loop: this thread could be too late
        // for it.
        .compose(request -> request
            .send(Buffer.buffer(body))
            .compose(response -> response.body().map(text -> reply(response, text))));
  }

  private static Reply reply(HttpClientResponse response, Buffer body) {
    assertThat(response.version()).isEqualTo(HttpVersion.HTTP_2);
    Map<String, List<String>> headers = new TreeMap<>();
    response
        .headers()
        .names()
        .forEach(name -> headers.put(name, response.headers().getAll(name)));
    return new Reply(response.statusCode(), headers, body.toString()).whole();
  }

  private static Reply await(Future<Reply> reply) throws Exception {
    return reply.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  @DisplayName("brings answers of several hundred kilobytes whole")
  void longAnswer() throws Exception {
    HttpClientAgent client = client();
    String[] items = IntStream.range(0, 40)
        .mapToObj(i -> Wire.check("h2-long", "\uD83D\uDE80".repeat(500) + i, 10))
        .toArray(String[]::new);

    Reply reply = await(send(client, "/v2/ratelimit.multiLimit", Json.array(List.of(items))));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.limits()).hasSize(40);
    assertThat(reply.limits().get(39).get("identifier")).isEqualTo("\uD83D\uDE80".repeat(500) + 39);
    var unused = client.close();
  }

  @Test
  @DisplayName("is spoken from the first byte, with the same answers")
  void priorKnowledge() throws Exception {
    int before = RIG.front().connections();
    HttpClientAgent client = client();
    String identifier = "prior knowledge";

    Reply first = await(send(client, "/v2/ratelimit.limit", Wire.check("h2", identifier, 10)));
    Reply second = await(send(client, "/v2/ratelimit.limit", Wire.check("h2", identifier, 10)));
    Reply nowhere = await(send(client, "/nowhere", "{}"));
    Reply wrong = await(send(client, "/v2/ratelimit.limit", "{}"));

    assertThat(first.number("remaining")).isEqualTo(9);
    assertThat(second.number("remaining")).isEqualTo(8);
    assertThat(second.header("ratelimit-policy")).isEqualTo("\"limit\";q=10;w=60");
    assertThat(nowhere.status()).isEqualTo(404);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(RIG.front().connections()).isLessThanOrEqualTo(before + 1);
    var unused = client.close();
    ApiRig.await("no more connections than before", () -> RIG.front().connections() <= before);
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName("carries many requests at once on one connection")
  void many() throws Exception {
    HttpClientAgent client = client();
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      replies.add(send(client, "/v2/ratelimit.limit", Wire.check("h2", "many", 150)));
    }
    int passed = 0;
    for (Future<Reply> each : replies) {
      passed += await(each).passed() ? 1 : 0;
    }

    assertThat(passed).isEqualTo(150);
    var unused = client.close();
  }

  @Test
  @DisplayName("survives a body that is too large: only its request is refused")
  void tooLarge() throws Exception {
    HttpClientAgent client = client();

    Reply large = await(send(client, "/v2/ratelimit.limit", " ".repeat(100_001)));
    Reply next = await(send(client, "/v2/ratelimit.limit", Wire.check("h2", "large", 10)));

    assertThat(large.status()).isEqualTo(413);
    assertThat(next.passed()).isTrue();
    var unused = client.close();
  }

  @Test
  @DisplayName("has the same bound for a request's head as HTTP/1.1")
  void largeHead() {
    try (Http2Plug plug = new Http2Plug(RIG.port(), 65_535)) {
      plug.post(1, "/v2/ratelimit.limit", "x-long", "x".repeat(15_000));
      Http2Plug.Frame fits = plug.read(Http2Plug.DATA);
      plug.post(3, "/v2/ratelimit.limit", "x-long", "x".repeat(16_300));
      Http2Plug.Frame refused = plug.read(Http2Plug.HEADERS);

      assertThat(fits.payload()).contains("Authorization");
      assertThat(refused.stream()).isEqualTo(3);
      assertThat(refused.payload()).contains("431");
    }
    RIG.awaitQuiet();
  }

  @Test
  @DisplayName(
      "is answered at once without a valid key, and a body that goes on all the same is reset")
  void strangersBody() {
    try (Http2Plug plug = new Http2Plug(RIG.port(), 65_535)) {
      plug.post(1, "/v2/ratelimit.limit", "authorization", "Bearer nobody");
      Http2Plug.Frame answer = plug.read(Http2Plug.DATA);
      assertThat(answer.payload()).contains("key_not_found");
      RIG.awaitQuiet();
      for (int i = 0; i < 5; i++) {
        plug.send(new Http2Plug.Frame(Http2Plug.DATA, 0, 1, "x".repeat(16_000)));
      }
      Http2Plug.Frame reset = plug.read(Http2Plug.RST_STREAM);

      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.payload()).as("no error").isEqualTo("\0\0\0\0");
    }
  }

  @Test
  @DisplayName(
      "is not begun by an upgrade: the JDK's client, which asks for one, goes on with HTTP/1.1")
  void jdk() throws Exception {
    java.net.http.HttpClient client = java.net.http.HttpClient.newBuilder()
        .version(java.net.http.HttpClient.Version.HTTP_2)
        .build();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = client.send(
          RIG.wire()
              .request("/v2/ratelimit.limit")
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(Wire.check("h2", "jdk", 10)))
              .build(),
          BodyHandlers.ofString());
      Reply reply = Reply.of(response).whole();

      assertThat(response.version()).isEqualTo(java.net.http.HttpClient.Version.HTTP_1_1);
      assertThat(reply.number("remaining")).isEqualTo(9 - i);
    }
  }
}
