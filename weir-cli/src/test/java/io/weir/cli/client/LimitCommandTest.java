// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Run;
import io.weir.cli.client.StubServer.Asked;
import io.weir.cli.client.StubServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
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
  @DisplayName("an allowed check prints what is left and when the window ends, and exits with 0")
  void allowed() {
    server.reply(200, ALLOWED);

    assertThat(server.limit()).isEqualTo(new Run(0, """
            result     allowed
            remaining  99 of 100
            reset      1970-01-01T00:00:59.001Z (in 60 s)
            request    req_1
            """, ""));
  }

  @Test
  @DisplayName(
      "a refused check prints when to try again and whose override it was, and exits with 1")
  void refused() {
    server.reply(new Reply(200, "application/json", REFUSED, Map.of("Retry-After", "12")));

    assertThat(server.limit()).isEqualTo(new Run(1, """
            result       refused
            remaining    0 of 5
            reset        1970-01-01T00:01:00Z (in 60 s)
            retry after  12 s
            override     rlor_1
            request      req_2
            """, ""));
  }

  @Test
  @DisplayName(
      "the request is what the API asks for: method, path, headers and an exact body without a cost")
  void theRequest() {
    server.reply(200, ALLOWED);

    server.limit();

    Asked asked = server.only();
    assertThat(asked.method()).isEqualTo("POST");
    assertThat(asked.path()).isEqualTo("/v2/ratelimit.limit");
    assertThat(asked.headers())
        .containsEntry("Authorization", "Bearer " + StubServer.KEY)
        .containsEntry("Content-type", "application/json")
        .doesNotContainKey("Upgrade");
    assertThat(asked.body())
        .isEqualTo(
            "{\"namespace\":\"api\",\"identifier\":\"user_1\",\"limit\":100,\"duration\":60000}");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "9223372036854775807, 9223372036854775807", "-1, -1"})
  @DisplayName("a cost is sent as it is, because bounds are the server's business")
  void costs(String option, String sent) {
    server.reply(200, ALLOWED);

    server.limit("--cost=" + option);

    assertThat(server.only().body()).endsWith("\"duration\":60000,\"cost\":" + sent + "}");
  }

  @ParameterizedTest
  @CsvSource({"60s, 60000", "1500ms, 1500", "5m, 300000", "1h, 3600000", "30d, 2592000000", "7, 7"})
  @DisplayName("a duration may have any unit or none, which means milliseconds")
  void durations(String option, long millis) {
    server.reply(200, ALLOWED);

    server.run("limit", "--namespace=n", "--identifier=i", "--limit=1", "--duration", option);

    assertThat(server.only().body()).contains("\"duration\":" + millis + "}");
  }

  @Test
  @DisplayName("identifiers with quotes, newlines and emoji arrive as they were given")
  void anyIdentifier() {
    server.reply(200, ALLOWED);

    server.run(
        "limit", "--namespace=n", "--identifier=a\"b\n\uD83D\uDE00", "--limit=1", "--duration=1s");

    assertThat(server.only().body()).contains("\"identifier\":\"a\\\"b\\n\uD83D\uDE00\"");
  }

  @Test
  @DisplayName("with --json the envelope is printed byte by byte as it came, also for a refusal")
  void asItCame() {
    String odd = " " + REFUSED.replace(":", " : ") + "\t";
    server.reply(200, odd);

    assertThat(server.limit("--json")).isEqualTo(new Run(1, odd + "\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//"})
  @DisplayName("a path in front of the API is kept, with or without a slash at its end")
  void pathsAreKept(String end) {
    server.reply(200, ALLOWED);

    server.limit("--url=" + server.url() + "/edge/weir" + end);

    assertThat(server.only().path()).isEqualTo("/edge/weir/v2/ratelimit.limit");
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
  @DisplayName("what is no URL of a server is wrong usage")
  void wrongUrls(String url) {
    Run run = server.limit("--url=" + url);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir limit: the URL must be like ");
    assertThat(server.asked()).isEmpty();
  }

  @Test
  @DisplayName("an empty variable counts as not set")
  void emptyVariables() {
    Run run = Run.of(
        new byte[0],
        Map.of("WEIR_URL", "", "WEIR_ROOT_KEY", ""),
        "limit",
        "--namespace=n",
        "--identifier=i",
        "--limit=1",
        "--duration=1s");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir limit: no root key given");
  }

  @Test
  @DisplayName("options win over the environment")
  void optionsFirst() {
    server.reply(200, ALLOWED);

    server.limit("--root-key=another");

    assertThat(server.only().headers()).containsEntry("Authorization", "Bearer another");
  }

  @Test
  @DisplayName("a root key on the command line works, with a warning that does not show it")
  void aKeyOnTheCommandLineIsWarnedOf() {
    server.reply(200, ALLOWED);

    Run run = server.limit("--root-key=another");

    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .startsWith("weir limit: warning: other users of this machine can read --root-key; use ")
        .contains("--root-key-file")
        .doesNotContain("another");
  }

  @Test
  @DisplayName("a root key comes from a file, which wins over the environment, and is not shown")
  void aKeyComesFromAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "from-a-file\n");
    server.reply(200, ALLOWED);

    Run run = server.limit("--root-key-file", file.toString());

    assertThat(run.err()).isEmpty();
    assertThat(server.only().headers()).containsEntry("Authorization", "Bearer from-a-file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | is empty", "' \n' | is empty", "'one\ntwo' | contains more than one root key"})
  @DisplayName("a file without a root key is wrong usage, and nothing is sent")
  void aWrongKeyFile(String content, String complaint, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), content.replace("\\n", "\n"));

    Run run = server.limit("--root-key-file", file.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(complaint).doesNotContain("one two");
    assertThat(server.asked()).isEmpty();
    assertThat(
            server.limit("--root-key-file", folder.resolve("none").toString()).err())
        .contains("does not exist");
    assertThat(server.limit("--root-key-file", folder.toString()).err()).contains("can't be read");
    assertThat(server.limit("--root-key-file=x", "--root-key=y").err())
        .contains("are mutually exclusive");
  }

  @Test
  @DisplayName("without a root key nothing is sent")
  void noKey() {
    Run run = server.limit("--root-key=");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("weir limit: no root key given: set WEIR_ROOT_KEY or use --root-key-file");
    assertThat(server.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"se\ncret", "se cret", "secr\u00e9t"})
  @DisplayName("a root key that can't be one is refused without showing it")
  void wrongKeysAreNotShown(String key) {
    Run run = server.limit("--root-key", key);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).doesNotContain(key).contains("the root key contains invalid characters");
  }

  @ParameterizedTest
  @CsvSource({
    "--limit=x, --limit must be an integer",
    "--limit=9223372036854775808, --limit must be an integer",
    "--duration=60 s, --duration must be like 60s",
    "--duration=-1s, --duration must be like 60s",
    "--duration=106751991168d, --duration must be like 60s",
  })
  @DisplayName("a value of the wrong form is wrong usage, and nothing is sent")
  void wrongValues(String option, String complaint) {
    Run run = server.run(
        "limit",
        "--namespace=n",
        "--identifier=i",
        option,
        option.startsWith("--limit") ? "--duration=1s" : "--limit=1");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir limit: " + complaint);
    assertThat(server.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--namespace", "--identifier", "--limit", "--duration"})
  @DisplayName("each field is required")
  void requiredFields(String missing) {
    String[] args = Stream.of(
            "limit", "--namespace=1", "--identifier=1", "--limit=1", "--duration=1")
        .filter(each -> !each.equals(missing + "=1"))
        .toArray(String[]::new);

    Run run = server.run(args);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir limit: " + missing + " is required\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "2d", "soon"})
  @DisplayName("a timeout is from a millisecond to a day")
  void wrongTimeouts(String timeout) {
    Run run = server.limit("--timeout=" + timeout);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("weir limit: --timeout must be");
  }
}
