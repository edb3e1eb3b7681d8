// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.cli.client.StubServer.ReceivedRequest;
import io.weir.cli.client.StubServer.StubReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitCommandTest {
  private static final String ALLOWED =
      "{\"meta\":{\"requestId\":\"req_1\"},\"data\":{\"success\":true,\"limit\":100,\"remaining\":99,\"reset\":59001}}";
  private static final String REFUSED =
      "{\"meta\":{\"requestId\":\"req_2\"},\"data\":{\"success\":false,\"limit\":5,\"remaining\":0,\"reset\":60000,"
          + "\"overrideId\":\"rlor_1\"}}";

  private StubServer server;

  @BeforeEach
  void start() throws IOException {
    server = new StubServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void anAllowedCheckPrintsRemainingAndResetAndExits0() {
    server.reply(200, ALLOWED);

    assertThat(server.limit()).isEqualTo(new CommandRun(0, """
            result     allowed
            remaining  99 of 100
            reset      1970-01-01T00:00:59.001Z (in 60 s)
            request    req_1
            """, ""));
  }

  @Test
  void aRefusedCheckPrintsRetryAfterAndOverrideAndExits1() {
    server.reply(new StubReply(200, "application/json", REFUSED, Map.of("Retry-After", "12")));

    assertThat(server.limit()).isEqualTo(new CommandRun(1, """
            result       refused
            remaining    0 of 5
            reset        1970-01-01T00:01:00Z (in 60 s)
            retry after  12 s
            override     rlor_1
            request      req_2
            """, ""));
  }

  @Test
  void theRequestHasTheExactMethodPathHeadersAndBody() {
    server.reply(200, ALLOWED);

    server.limit();

    ReceivedRequest receivedRequest = server.onlyRequest();
    assertThat(receivedRequest.method()).isEqualTo("POST");
    assertThat(receivedRequest.path()).isEqualTo("/v2/ratelimit.limit");
    assertThat(receivedRequest.headers())
        .containsEntry("Authorization", "Bearer " + StubServer.KEY)
        .containsEntry("Content-type", "application/json")
        .doesNotContainKey("Upgrade");
    assertThat(receivedRequest.body())
        .isEqualTo(
            "{\"namespace\":\"api\",\"identifier\":\"user_1\",\"limit\":100,\"duration\":60000}");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "9223372036854775807, 9223372036854775807", "-1, -1"})
  void costsAreSentUnchanged(String option, String sent) {
    server.reply(200, ALLOWED);

    server.limit("--cost=" + option);

    assertThat(server.onlyRequest().body()).endsWith("\"duration\":60000,\"cost\":" + sent + "}");
  }

  @ParameterizedTest
  @CsvSource({"60s, 60000", "1500ms, 1500", "5m, 300000", "1h, 3600000", "30d, 2592000000", "7, 7"})
  void durationsTakeAnyUnitOrMilliseconds(String option, long millis) {
    server.reply(200, ALLOWED);

    server.run("limit", "--namespace=n", "--identifier=i", "--limit=1", "--duration", option);

    assertThat(server.onlyRequest().body()).contains("\"duration\":" + millis + "}");
  }

  @Test
  void identifiersArriveUnchanged() {
    server.reply(200, ALLOWED);

    server.run(
        "limit", "--namespace=n", "--identifier=a\"b\n\uD83D\uDE00", "--limit=1", "--duration=1s");

    assertThat(server.onlyRequest().body()).contains("\"identifier\":\"a\\\"b\\n\uD83D\uDE00\"");
  }

  @Test
  void jsonOutputIsTheEnvelopeByteByByte() {
    String odd = " " + REFUSED.replace(":", " : ") + "\t";
    server.reply(200, odd);

    assertThat(server.limit("--json")).isEqualTo(new CommandRun(1, odd + "\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//"})
  void thePathOfTheUrlIsKept(String end) {
    server.reply(200, ALLOWED);

    server.limit("--url=" + server.url() + "/edge/weir" + end);

    assertThat(server.onlyRequest().path()).isEqualTo("/edge/weir/v2/ratelimit.limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:7777",
        "ftp://h",
        "http://",
        "http://h?q=1",
        "http://u:p@h",
        "http:// h",
        ""
      })
  void anInvalidUrlIsAUsageError(String url) {
    CommandRun commandRun = server.limit("--url=" + url);

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir limit: the URL must be like ");
    assertThat(server.received()).isEmpty();
  }

  @Test
  void anEmptyVariableCountsAsUnset() {
    CommandRun commandRun = CommandRun.of(
        new byte[0],
        Map.of("WEIR_URL", "", "WEIR_ROOT_KEY", ""),
        "limit",
        "--namespace=n",
        "--identifier=i",
        "--limit=1",
        "--duration=1s");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir limit: no root key given");
  }

  @Test
  void optionsOverrideTheEnvironment() {
    server.reply(200, ALLOWED);

    server.limit("--root-key=another");

    assertThat(server.onlyRequest().headers()).containsEntry("Authorization", "Bearer another");
  }

  @Test
  void aKeyOnTheCommandLineIsWarnedAbout() {
    server.reply(200, ALLOWED);

    CommandRun commandRun = server.limit("--root-key=another");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.err())
        .startsWith("weir limit: warning: other users of this machine can read --root-key; use ")
        .contains("--root-key-file")
        .doesNotContain("another");
  }

  @Test
  void aKeyFileOverridesTheEnvironment(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "from-a-file\n");
    server.reply(200, ALLOWED);

    CommandRun commandRun = server.limit("--root-key-file", file.toString());

    assertThat(commandRun.err()).isEmpty();
    assertThat(server.onlyRequest().headers()).containsEntry("Authorization", "Bearer from-a-file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | is empty", "' \n' | is empty", "'one\ntwo' | contains more than one root key"})
  void aKeyFileWithoutAKeyIsAUsageError(
      String content, String expectedMessage, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), content.replace("\\n", "\n"));

    CommandRun commandRun = server.limit("--root-key-file", file.toString());

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).contains(expectedMessage).doesNotContain("one two");
    assertThat(server.received()).isEmpty();
    assertThat(
            server.limit("--root-key-file", folder.resolve("none").toString()).err())
        .contains("does not exist");
    assertThat(server.limit("--root-key-file", folder.toString()).err()).contains("can't be read");
    assertThat(server.limit("--root-key-file=x", "--root-key=y").err())
        .contains("are mutually exclusive");
  }

  @Test
  void withoutAKeyNothingIsSent() {
    CommandRun commandRun = server.limit("--root-key=");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .startsWith("weir limit: no root key given: set WEIR_ROOT_KEY or use --root-key-file");
    assertThat(server.received()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"se\ncret", "se cret", "secr\u00e9t"})
  void anInvalidKeyIsNotShown(String key) {
    CommandRun commandRun = server.limit("--root-key", key);

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .doesNotContain(key)
        .contains("the root key contains invalid characters");
  }

  @ParameterizedTest
  @CsvSource({
    "--limit=x, --limit must be an integer",
    "--limit=9223372036854775808, --limit must be an integer",
    "--duration=60 s, --duration must be like 60s",
    "--duration=-1s, --duration must be like 60s",
    "--duration=106751991168d, --duration must be like 60s",
  })
  void aMalformedValueIsAUsageError(String option, String expectedMessage) {
    CommandRun commandRun = server.run(
        "limit",
        "--namespace=n",
        "--identifier=i",
        option,
        option.startsWith("--limit") ? "--duration=1s" : "--limit=1");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir limit: " + expectedMessage);
    assertThat(server.received()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--namespace", "--identifier", "--limit", "--duration"})
  void eachFieldIsRequired(String missing) {
    String[] args = Stream.of(
            "limit", "--namespace=1", "--identifier=1", "--limit=1", "--duration=1")
        .filter(each -> !each.equals(missing + "=1"))
        .toArray(String[]::new);

    CommandRun commandRun = server.run(args);

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir limit: " + missing + " is required\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "2d", "soon"})
  void aTimeoutIsBetweenAMillisecondAndADay(String timeout) {
    CommandRun commandRun = server.limit("--timeout=" + timeout);

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir limit: --timeout must be");
  }
}
