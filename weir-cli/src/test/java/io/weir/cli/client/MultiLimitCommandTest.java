// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.cli.client.StubServer.StubReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultiLimitCommandTest {
  private static final String ALLOWED = """
      {"meta":{"requestId":"req_1"},"data":{"passed":true,"limits":[
      {"namespace":"a","identifier":"i","limit":10,"remaining":9,"reset":60000,"passed":true}]}}""";
  private static final String REFUSED = """
      {"meta":{"requestId":"req_2"},"data":{"passed":false,"limits":[
      {"namespace":"login","identifier":"u1","limit":10,"remaining":6,"reset":60000,"passed":true},
      {"namespace":"api.requests","identifier":"u\\n","limit":1000,"remaining":0,"reset":3600000,"passed":false,
       "overrideId":"rlor_1"}]}}""";

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
  void checksAreSentInOrderAsOneArray() {
    server.reply(200, ALLOWED);

    CommandRun commandRun = server.run("multi-limit", "--check=a,i,10,60s", "--check", ",j,1,7,0");

    assertThat(commandRun.exit()).isZero();
    assertThat(server.onlyRequest().path()).isEqualTo("/v2/ratelimit.multiLimit");
    assertThat(server.onlyRequest().body())
        .isEqualTo("[{\"namespace\":\"a\",\"identifier\":\"i\",\"limit\":10,\"duration\":60000},"
            + "{\"namespace\":\"\",\"identifier\":\"j\",\"limit\":1,\"duration\":7,\"cost\":0}]");
  }

  @Test
  void aRefusalShowsEveryCheckAndExits1() {
    server.reply(new StubReply(200, "application/json", REFUSED, Map.of("Retry-After", "3")));

    assertThat(server.run("multi-limit", "--check=a,i,10,60s"))
        .isEqualTo(new CommandRun(1, """
            result       refused, nothing was counted
            retry after  3 s
            request      req_2

            RESULT   NAMESPACE     IDENTIFIER  REMAINING  RESET                             OVERRIDE
            allowed  login         u1          6 of 10    1970-01-01T00:01:00Z (in 60 s)
            refused  api.requests  u\\u000a     0 of 1000  1970-01-01T01:00:00Z (in 3600 s)  rlor_1
            """, ""));
  }

  @Test
  void anArrayFromInputOrFileIsSentUnchanged(@TempDir Path folder) throws IOException {
    String array = "[ {\"any\" : \"thing\uD83D\uDE00\"} ]\n";
    Path file = Files.writeString(folder.resolve("checks.json"), array);
    server.reply(200, ALLOWED).reply(200, ALLOWED);

    assertThat(server.runOn(array, "multi-limit", "--json-file=-").exit()).isZero();
    assertThat(server.run("multi-limit", "--json-file", file.toString()).exit()).isZero();

    assertThat(server.received())
        .hasSize(2)
        .allMatch(receivedRequest -> receivedRequest.body().equals(array));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}|contains no array", "[|can't be used: it is not valid JSON", "''|can't be used"})
  void inputThatIsNotAnArrayIsAUsageError(String input, String expectedMessage) {
    CommandRun commandRun = server.runOn(input, "multi-limit", "--json-file=-");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .startsWith("weir multi-limit: --json-file \"-\" " + expectedMessage);
    assertThat(server.received()).isEmpty();
  }

  @Test
  void aMissingFileIsNamed(@TempDir Path folder) {
    CommandRun commandRun = server.run("multi-limit", "--json-file=" + folder.resolve("none"));

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).contains("none\" can't be used: the file does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b,1", "a,b,1,1s,1,1", "a,b,x,1s", "a,b,1,1w", "a,b,1,1s,", ""})
  void aMalformedCheckIsAUsageError(String check) {
    CommandRun commandRun = server.run("multi-limit", "--check=" + check);

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err()).startsWith("weir multi-limit: ").contains("--check must be ");
    assertThat(server.received()).isEmpty();
  }

  @Test
  void checksComeFromEitherOptionsOrAFile() {
    String expectedMessage = "weir multi-limit: either --check or --json-file is required\n";

    assertThat(server.run("multi-limit").err()).startsWith(expectedMessage);
    assertThat(server
            .runOn("[]", "multi-limit", "--check=a,b,1,1s", "--json-file=-")
            .err())
        .startsWith(expectedMessage);
  }
}
