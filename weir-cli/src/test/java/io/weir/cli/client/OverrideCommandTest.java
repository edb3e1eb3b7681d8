// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Run;
import io.weir.cli.client.StubServer.Asked;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
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
  @DisplayName("set sends all four fields and prints the id")
  void set() {
    server.reply(200, META + "\"data\":{\"overrideId\":\"rlor_a\"}}");

    Run run = server.run(
        "override",
        "set",
        "--namespace=api",
        "--identifier=premium_*",
        "--limit=0",
        "--duration=1m");

    assertThat(run).isEqualTo(new Run(0, "override  rlor_a\nrequest   req_1\n", ""));
    assertThat(server.only().path()).isEqualTo("/v2/ratelimit.setOverride");
    assertThat(server.only().body())
        .isEqualTo(
            "{\"namespace\":\"api\",\"identifier\":\"premium_*\",\"limit\":0,\"duration\":60000}");
  }

  @Test
  @DisplayName("get shows the override that was found, which may be a pattern")
  void get() {
    server.reply(
        200,
        META
            + "\"data\":{\"overrideId\":\"rlor_a\",\"identifier\":\"p*\",\"limit\":5,\"duration\":3600000}}");

    Run run = server.run("override", "get", "--namespace=api", "--identifier=p1");

    assertThat(run).isEqualTo(new Run(0, """
            override    rlor_a
            identifier  p*
            limit       5
            duration    1h
            request     req_1
            """, ""));
    assertThat(server.only().path()).isEqualTo("/v2/ratelimit.getOverride");
    assertThat(server.only().body()).isEqualTo("{\"namespace\":\"api\",\"identifier\":\"p1\"}");
  }

  @Test
  @DisplayName("delete says that it is done")
  void delete() {
    server.reply(200, META + "\"data\":{}}");

    Run run = server.run("override", "delete", "--namespace=api", "--identifier=p*");

    assertThat(run).isEqualTo(new Run(0, "result   deleted\nrequest  req_1\n", ""));
    assertThat(server.only().path()).isEqualTo("/v2/ratelimit.deleteOverride");
    assertThat(server.only().body()).isEqualTo("{\"namespace\":\"api\",\"identifier\":\"p*\"}");
  }

  @Test
  @DisplayName("a page of a list says how to go on")
  void aPage() {
    server.reply(200, FIRST);

    Run run = server.run("override", "list", "--namespace=api", "--limit=1", "--cursor=rlor_0");

    assertThat(run).isEqualTo(new Run(0, """
            OVERRIDE  IDENTIFIER  LIMIT  DURATION
            rlor_a    premium_*   500    1m
            more results: continue with --cursor rlor_b, or use --all
            """, ""));
    assertThat(server.only().path()).isEqualTo("/v2/ratelimit.listOverrides");
    assertThat(server.only().body())
        .isEqualTo("{\"namespace\":\"api\",\"limit\":1,\"cursor\":\"rlor_0\"}");
  }

  @Test
  @DisplayName("--all follows the cursors and prints one table")
  void allPages() {
    server.reply(200, FIRST).reply(200, LAST);

    Run run = server.run("override", "list", "--namespace=api", "--all");

    assertThat(run).isEqualTo(new Run(0, """
            OVERRIDE  IDENTIFIER  LIMIT  DURATION
            rlor_a    premium_*   500    1m
            rlor_b    x           0      1500ms
            """, ""));
    assertThat(server.asked())
        .extracting(Asked::body)
        .containsExactly(
            "{\"namespace\":\"api\"}", "{\"namespace\":\"api\",\"cursor\":\"rlor_b\"}");
  }

  @Test
  @DisplayName("--all with --json prints a line for every page")
  void allPagesAsTheyCame() {
    server.reply(200, FIRST).reply(200, LAST);

    Run run = server.run("override", "list", "--namespace=api", "--all", "--json");

    assertThat(run).isEqualTo(new Run(0, FIRST + "\n" + LAST + "\n", ""));
  }

  @Test
  @DisplayName("a server whose cursors lead in a circle is not followed for ever")
  void circle() {
    server.reply(200, FIRST).reply(200, FIRST).reply(200, FIRST);

    Run run = server.run("override", "list", "--namespace=api", "--all");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("pagination.cursor points back to the same page");
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  @DisplayName("an empty list says so")
  void none() {
    server.reply(200, META + "\"data\":[],\"pagination\":{\"hasMore\":false}}");

    assertThat(server.run("override", "list", "--namespace=api"))
        .isEqualTo(new Run(0, "no overrides\n", ""));
  }

  @Test
  @DisplayName("a missing override is an error of the API, told by the command's full name")
  void notFound() {
    server.reply(
        404,
        META
            + "\"error\":{\"title\":\"Not Found\",\"detail\":\"No.\",\"status\":404,\"type\":\"t\"}}");

    Run run = server.run("override", "get", "--namespace=api", "--identifier=p1");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("weir override get: ").contains("404 Not Found: No.");
  }

  @Test
  @DisplayName("without a command below it the known ones are named")
  void noCommand() {
    Run run = server.run("override");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("weir override: no command given; known commands: set, get, list, delete\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"set", "get", "list", "delete"})
  @DisplayName(
      "every command has help that fits, names its exit codes and recommends the environment for the key")
  void help(String command) {
    Run run = server.run("override", command, "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Usage: weir override " + command, "Exit code", "WEIR_ROOT_KEY");
    assertThat(run.lines()).allMatch(line -> line.length() <= 120);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit", "multi-limit"})
  @DisplayName("so do the commands that check")
  void helpOnChecks(String command) {
    Run run = server.run(command, "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Exit codes: 0", "1 refused", "WEIR_ROOT_KEY");
    assertThat(run.lines()).allMatch(line -> line.length() <= 120);
  }
}
