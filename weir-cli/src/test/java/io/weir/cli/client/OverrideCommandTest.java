// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import io.weir.cli.client.StubServer.ReceivedRequest;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OverrideCommandTest {
  private static final String META = "{\"meta\":{\"requestId\":\"req_1\"},";
  private static final String FIRST = META
      + "\"data\":[{\"overrideId\":\"rlor_a\",\"identifier\":\"premium_*\",\"limit\":500,\"duration\":60000}],"
      + "\"pagination\":{\"hasMore\":true,\"cursor\":\"rlor_b\"}}";
  private static final String LAST = META
      + "\"data\":[{\"overrideId\":\"rlor_b\",\"identifier\":\"x\",\"limit\":0,\"duration\":1500}],"
      + "\"pagination\":{\"hasMore\":false}}";

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
  void setSendsAllFieldsAndPrintsTheId() {
    server.reply(200, META + "\"data\":{\"overrideId\":\"rlor_a\"}}");

    CommandRun commandRun = server.run(
        "override",
        "set",
        "--namespace=api",
        "--identifier=premium_*",
        "--limit=0",
        "--duration=1m");

    assertThat(commandRun).isEqualTo(new CommandRun(0, "override  rlor_a\nrequest   req_1\n", ""));
    assertThat(server.onlyRequest().path()).isEqualTo("/v2/ratelimit.setOverride");
    assertThat(server.onlyRequest().body())
        .isEqualTo(
            "{\"namespace\":\"api\",\"identifier\":\"premium_*\",\"limit\":0,\"duration\":60000}");
  }

  @Test
  void getShowsTheMatchingOverride() {
    server.reply(
        200,
        META
            + "\"data\":{\"overrideId\":\"rlor_a\",\"identifier\":\"p*\",\"limit\":5,\"duration\":3600000}}");

    CommandRun commandRun = server.run("override", "get", "--namespace=api", "--identifier=p1");

    assertThat(commandRun).isEqualTo(new CommandRun(0, """
            override    rlor_a
            identifier  p*
            limit       5
            duration    1h
            request     req_1
            """, ""));
    assertThat(server.onlyRequest().path()).isEqualTo("/v2/ratelimit.getOverride");
    assertThat(server.onlyRequest().body())
        .isEqualTo("{\"namespace\":\"api\",\"identifier\":\"p1\"}");
  }

  @Test
  void deletePrintsAConfirmation() {
    server.reply(200, META + "\"data\":{}}");

    CommandRun commandRun = server.run("override", "delete", "--namespace=api", "--identifier=p*");

    assertThat(commandRun).isEqualTo(new CommandRun(0, "result   deleted\nrequest  req_1\n", ""));
    assertThat(server.onlyRequest().path()).isEqualTo("/v2/ratelimit.deleteOverride");
    assertThat(server.onlyRequest().body())
        .isEqualTo("{\"namespace\":\"api\",\"identifier\":\"p*\"}");
  }

  @Test
  void aPageSaysHowToContinue() {
    server.reply(200, FIRST);

    CommandRun commandRun =
        server.run("override", "list", "--namespace=api", "--limit=1", "--cursor=rlor_0");

    assertThat(commandRun).isEqualTo(new CommandRun(0, """
            OVERRIDE  IDENTIFIER  LIMIT  DURATION
            rlor_a    premium_*   500    1m
            more results: continue with --cursor rlor_b, or use --all
            """, ""));
    assertThat(server.onlyRequest().path()).isEqualTo("/v2/ratelimit.listOverrides");
    assertThat(server.onlyRequest().body())
        .isEqualTo("{\"namespace\":\"api\",\"limit\":1,\"cursor\":\"rlor_0\"}");
  }

  @Test
  void allFollowsCursorsAndPrintsOneTable() {
    server.reply(200, FIRST).reply(200, LAST);

    CommandRun commandRun = server.run("override", "list", "--namespace=api", "--all");

    assertThat(commandRun).isEqualTo(new CommandRun(0, """
            OVERRIDE  IDENTIFIER  LIMIT  DURATION
            rlor_a    premium_*   500    1m
            rlor_b    x           0      1500ms
            """, ""));
    assertThat(server.received())
        .extracting(ReceivedRequest::body)
        .containsExactly(
            "{\"namespace\":\"api\"}", "{\"namespace\":\"api\",\"cursor\":\"rlor_b\"}");
  }

  @Test
  void allWithJsonPrintsALinePerPage() {
    server.reply(200, FIRST).reply(200, LAST);

    CommandRun commandRun = server.run("override", "list", "--namespace=api", "--all", "--json");

    assertThat(commandRun).isEqualTo(new CommandRun(0, FIRST + "\n" + LAST + "\n", ""));
  }

  @Test
  void cyclicCursorsAreNotFollowedForever() {
    server.reply(200, FIRST).reply(200, FIRST).reply(200, FIRST);

    CommandRun commandRun = server.run("override", "list", "--namespace=api", "--all");

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.err()).contains("pagination.cursor points back to the same page");
    assertThat(server.received()).hasSize(2);
  }

  @Test
  void anEmptyListSaysSo() {
    server.reply(200, META + "\"data\":[],\"pagination\":{\"hasMore\":false}}");

    assertThat(server.run("override", "list", "--namespace=api"))
        .isEqualTo(new CommandRun(0, "no overrides\n", ""));
  }

  @Test
  void aMissingOverrideIsAnApiError() {
    server.reply(
        404,
        META
            + "\"error\":{\"title\":\"Not Found\",\"detail\":\"No.\",\"status\":404,\"type\":\"t\"}}");

    CommandRun commandRun = server.run("override", "get", "--namespace=api", "--identifier=p1");

    assertThat(commandRun.exit()).isEqualTo(1);
    assertThat(commandRun.err()).startsWith("weir override get: ").contains("404 Not Found: No.");
  }

  @Test
  void aMissingSubcommandListsTheKnownOnes() {
    CommandRun commandRun = server.run("override");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .startsWith("weir override: no command given; known commands: set, get, list, delete\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"set", "get", "list", "delete"})
  void everyCommandHasHelpWithExitCodes(String command) {
    CommandRun commandRun = server.run("override", command, "--help");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out())
        .contains("Usage: weir override " + command, "Exit code", "WEIR_ROOT_KEY");
    assertThat(commandRun.lines()).allMatch(line -> line.length() <= 120);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit", "multi-limit"})
  void everyCheckCommandHasHelpWithExitCodes(String command) {
    CommandRun commandRun = server.run(command, "--help");

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out()).contains("Exit codes: 0", "1 refused", "WEIR_ROOT_KEY");
    assertThat(commandRun.lines()).allMatch(line -> line.length() <= 120);
  }
}
