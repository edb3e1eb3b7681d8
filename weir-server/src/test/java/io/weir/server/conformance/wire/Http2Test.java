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
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
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
import org.junit.jupiter.api.Test;

final class Http2Test {
  private static final TestApiServer RIG = new TestApiServer(
      new ServerLimits(100_000, 16_384, 100, 1_000, new Timeouts(10_000, 75_000, 1_000), 0), "");
  private static final Vertx VERTX = Vertx.vertx();

  @AfterAll
  static void close() {
    RIG.close();
    var unused = VERTX.close();
  }

  /** Returns a client that uses HTTP/2 from the first byte. */
  private static HttpClientAgent client() {
    return VERTX.createHttpClient(new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false));
  }

  private static Future<ApiReply> send(HttpClient client, String path, String body) {
    return client
        .request(new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(RIG.port())
            .setURI(path)
            .putHeader("Authorization", "Bearer " + TestApiServer.KEY)
            .putHeader("Content-Type", "application/json"))
        // Nested, so that the body is requested on the event loop: this thread could be too late
        // for it.
        .compose(request -> request
            .send(Buffer.buffer(body))
            .compose(response -> response.body().map(text -> reply(response, text))));
  }

  private static ApiReply reply(HttpClientResponse response, Buffer body) {
    assertThat(response.version()).isEqualTo(HttpVersion.HTTP_2);
    Map<String, List<String>> headers = new TreeMap<>();
    response
        .headers()
        .names()
        .forEach(name -> headers.put(name, response.headers().getAll(name)));
    return new ApiReply(response.statusCode(), headers, body.toString()).whole();
  }

  private static ApiReply await(Future<ApiReply> reply) throws Exception {
    return reply.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void longAnswer() throws Exception {
    HttpClientAgent client = client();
    String[] items = IntStream.range(0, 40)
        .mapToObj(i -> RawHttpClient.check("h2-long", "\uD83D\uDE80".repeat(500) + i, 10))
        .toArray(String[]::new);

    ApiReply apiReply =
        await(send(client, "/v2/ratelimit.multiLimit", TestJson.array(List.of(items))));

    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.limits()).hasSize(40);
    assertThat(apiReply.limits().get(39).get("identifier"))
        .isEqualTo("\uD83D\uDE80".repeat(500) + 39);
    var unused = client.close();
  }

  @Test
  void priorKnowledgeGetsTheSameAnswers() throws Exception {
    int before = RIG.front().connections();
    HttpClientAgent client = client();
    String identifier = "prior knowledge";

    ApiReply first =
        await(send(client, "/v2/ratelimit.limit", RawHttpClient.check("h2", identifier, 10)));
    ApiReply second =
        await(send(client, "/v2/ratelimit.limit", RawHttpClient.check("h2", identifier, 10)));
    ApiReply nowhere = await(send(client, "/nowhere", "{}"));
    ApiReply wrong = await(send(client, "/v2/ratelimit.limit", "{}"));

    assertThat(first.number("remaining")).isEqualTo(9);
    assertThat(second.number("remaining")).isEqualTo(8);
    assertThat(second.header("ratelimit-policy")).isEqualTo("\"limit\";q=10;w=60");
    assertThat(nowhere.status()).isEqualTo(404);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(RIG.front().connections()).isLessThanOrEqualTo(before + 1);
    var unused = client.close();
    TestApiServer.await(
        "no more connections than before", () -> RIG.front().connections() <= before);
    RIG.awaitQuiet();
  }

  @Test
  void oneConnectionCarriesManyRequests() throws Exception {
    HttpClientAgent client = client();
    List<Future<ApiReply>> replies = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      replies.add(send(client, "/v2/ratelimit.limit", RawHttpClient.check("h2", "many", 150)));
    }
    int passed = 0;
    for (Future<ApiReply> each : replies) {
      passed += await(each).passed() ? 1 : 0;
    }

    assertThat(passed).isEqualTo(150);
    var unused = client.close();
  }

  @Test
  void aTooLargeBodyFailsOnlyItsRequest() throws Exception {
    HttpClientAgent client = client();

    ApiReply large = await(send(client, "/v2/ratelimit.limit", " ".repeat(100_001)));
    ApiReply next =
        await(send(client, "/v2/ratelimit.limit", RawHttpClient.check("h2", "large", 10)));

    assertThat(large.status()).isEqualTo(413);
    assertThat(next.passed()).isTrue();
    var unused = client.close();
  }

  @Test
  void headsHaveTheSameLimitAsInHttp11() {
    try (RawHttp2Connection connection = new RawHttp2Connection(RIG.port(), 65_535)) {
      connection.post(1, "/v2/ratelimit.limit", "x-long", "x".repeat(15_000));
      RawHttp2Connection.Frame fits = connection.read(RawHttp2Connection.DATA);
      connection.post(3, "/v2/ratelimit.limit", "x-long", "x".repeat(16_300));
      RawHttp2Connection.Frame refused = connection.read(RawHttp2Connection.HEADERS);

      assertThat(fits.payload()).contains("Authorization");
      assertThat(refused.stream()).isEqualTo(3);
      assertThat(refused.payload()).contains("431");
    }
    RIG.awaitQuiet();
  }

  @Test
  void aBodyWithoutAValidKeyIsReset() {
    try (RawHttp2Connection connection = new RawHttp2Connection(RIG.port(), 65_535)) {
      connection.post(1, "/v2/ratelimit.limit", "authorization", "Bearer nobody");
      RawHttp2Connection.Frame answer = connection.read(RawHttp2Connection.DATA);
      assertThat(answer.payload()).contains("key_not_found");
      RIG.awaitQuiet();
      for (int i = 0; i < 5; i++) {
        connection.send(
            new RawHttp2Connection.Frame(RawHttp2Connection.DATA, 0, 1, "x".repeat(16_000)));
      }
      RawHttp2Connection.Frame reset = connection.read(RawHttp2Connection.RST_STREAM);

      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.payload()).as("no error").isEqualTo("\0\0\0\0");
    }
  }

  @Test
  void anUpgradeRequestStaysOnHttp11() throws Exception {
    java.net.http.HttpClient client = java.net.http.HttpClient.newBuilder()
        .version(java.net.http.HttpClient.Version.HTTP_2)
        .build();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = client.send(
          RIG.wire()
              .request("/v2/ratelimit.limit")
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(RawHttpClient.check("h2", "jdk", 10)))
              .build(),
          BodyHandlers.ofString());
      ApiReply apiReply = ApiReply.of(response).whole();

      assertThat(response.version()).isEqualTo(java.net.http.HttpClient.Version.HTTP_1_1);
      assertThat(apiReply.number("remaining")).isEqualTo(9 - i);
    }
  }
}
