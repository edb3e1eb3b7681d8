// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.cli.client.StubServer.StubReply;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of a client command if there is no response, or if the response is an error. */
@Timeout(60)
class ClientFailureTest {
  private StubServer server;

  @BeforeEach
  void start() throws IOException {
    server = new StubServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String problem(int status, String title, String more) {
    return "{\"meta\":{\"requestId\":\"req_9\"},\"error\":{\"title\":\"%s\",\"detail\":\"Because.\",\"status\":%d,\"type\":\"t\"%s}}"
        .formatted(title, status, more);
  }

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized",
    "403, Insufficient Permissions",
    "404, Not Found",
    "410, Resource Gone",
    "500, Internal Server Error"
  })
  void apiErrorsArePrintedAndNotRetried(int status, String title) {
    server.reply(status, problem(status, title, "")).reply(status, problem(status, title, ""));

    CommandRun commandRun = server.limit();

    assertThat(commandRun)
        .isEqualTo(new CommandRun(1, "", """
            weir limit: %s/v2/ratelimit.limit answered %d %s: Because.
              request req_9
            """.formatted(server.url(), status, title)));
    assertThat(server.received()).hasSize(1);
  }

  @Test
  void aBadRequestListsEachFault() {
    server.reply(
        400,
        problem(
            400,
            "Bad Request",
            ",\"errors\":[{\"location\":\"/properties/cost/minimum\",\"message\":\"got -5, want 0\"},"
                + "{\"location\":\"body\",\"message\":\"odd\",\"fix\":\"mend it\"}]"));

    assertThat(server.limit().err()).isEqualTo("""
            weir limit: %s/v2/ratelimit.limit answered 400 Bad Request: Because.
              /properties/cost/minimum: got -5, want 0
              body: odd (mend it)
              request req_9
            """.formatted(server.url()));
  }

  @Test
  void anExhaustedQuotaSaysHowLongToWait() {
    server.reply(new StubReply(
        429,
        "application/problem+json",
        problem(429, "Too Many Requests", ""),
        Map.of("Retry-After", "30")));

    CommandRun commandRun = server.limit();

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.err())
        .contains("429 Too Many Requests: Because.", "  try again in 30 s\n");
  }

  @Test
  void jsonErrorsKeepTheEnvelopeOnStandardOutput() {
    String body = problem(403, "Forbidden", "");
    server.reply(403, body);

    CommandRun commandRun = server.limit("--json");

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.out()).isEqualTo(body + "\n");
    assertThat(commandRun.err()).contains("403 Forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "{\"meta\":", "{} {}"})
  void invalidJsonIsReportedWithoutPrintingIt(String body) {
    server.reply(200, body);

    CommandRun commandRun = server.limit("--json");

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.out()).isEmpty();
    assertThat(commandRun.err().lines())
        .singleElement()
        .asString()
        .contains("answered 200 without valid JSON");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|data is missing",
        "{\"data\":{}}|data.success is missing",
        "{\"data\":{\"success\":1}}|data.success is neither true nor false",
        "{\"data\":{\"success\":true,\"limit\":\"1\",\"remaining\":1}}|data.limit is not an integer",
        "{\"data\":{\"success\":true,\"limit\":1,\"remaining\":1,\"reset\":1}}|meta is missing",
      })
  void aMissingFieldInASuccessIsNamed(String body, String expectedMessage) {
    server.reply(200, body);

    assertThat(server.limit())
        .isEqualTo(new CommandRun(
            1,
            "",
            "weir limit: the server's response does not match the API: " + expectedMessage + "\n"));
  }

  @Test
  void anUnknownErrorShapeStillShowsTheStatus() {
    server.reply(418, "{\"error\":\"teapot\"}");

    assertThat(server.limit().err())
        .isEqualTo("weir limit: " + server.url()
            + "/v2/ratelimit.limit answered 418, and error.title is missing\n");
  }

  @Test
  void serverTextCannotControlTheTerminal() {
    server.reply(404, problem(404, "Not\\u001b[31m", "").replace("Because.", "a\\nb\\u202e"));

    assertThat(server.limit().err())
        .contains("answered 404 Not\\u001b[31m: a\\u000ab\\u202e\n")
        .doesNotContain("\u001b");
  }

  @Test
  void aSlowServerTimesOutWithoutARetry() {
    CommandRun commandRun = server.limit("--timeout=300ms");

    assertThat(commandRun)
        .isEqualTo(new CommandRun(
            1,
            "",
            "weir limit: " + server.url()
                + "/v2/ratelimit.limit did not answer within 300 ms;"
                + " it is unknown whether it counted the request\n"));
    assertThat(server.received()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void anEndlessResponseTimesOut() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> startToAnswer(socket));
      answering.start();

      CommandRun commandRun =
          server.limit("--timeout=2s", "--url=http://127.0.0.1:" + socket.getLocalPort());

      assertThat(commandRun.exit()).isEqualTo(1);
      assertThat(commandRun.err()).contains("did not answer within 2000 ms");
    }
  }

  @Test
  void endsInTheMiddle() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerInPart(socket));
      answering.start();

      CommandRun commandRun = server.limit("--url=http://127.0.0.1:" + socket.getLocalPort());

      assertThat(commandRun.exit()).isEqualTo(1);
      assertThat(commandRun.err())
          .startsWith("weir limit: http://127.0.0.1:" + socket.getLocalPort()
              + "/v2/ratelimit.limit failed: ");
    }
  }

  private static void answerInPart(ServerSocket socket) {
    try (Socket connection = socket.accept()) {
      connection.getInputStream().read(new byte[8_192]);
      connection
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
              .getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tooLarge() {
    server.reply(200, "{\"data\":\"" + "x".repeat(1_000_000) + "\"}");

    assertThat(server.limit("--json"))
        .isEqualTo(new CommandRun(
            1,
            "",
            "weir limit: " + server.url()
                + "/v2/ratelimit.limit answered 200 with more than 1 MB\n"));
  }

  private static void startToAnswer(ServerSocket socket) {
    try (Socket connection = socket.accept()) {
      connection
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
              .getBytes(StandardCharsets.US_ASCII));
      connection.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // the client has closed the connection, as expected
    }
  }

  @Test
  void anUnreachableServerIsNamedByItsUrl() {
    String url = server.url();
    server.close();

    assertThat(server.limit())
        .isEqualTo(
            new CommandRun(
                1,
                "",
                "weir limit: " + url
                    + "/v2/ratelimit.limit could not be reached: connection refused; is the server running?\n"));
  }
}
