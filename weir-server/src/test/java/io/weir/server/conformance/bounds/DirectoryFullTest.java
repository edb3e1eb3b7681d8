// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DirectoryFullTest {
  private static final long BYTES = 400_000;
  private static final String LONG = "\uD83D\uDE00".repeat(500);

  private final TestApiServer rig = new TestApiServer(new DirectoryBudget(BYTES));
  private final RawHttpClient greedy = rig.wire();
  private RawHttpClient honest;

  @BeforeEach
  void addAnother() {
    rig.workspace("ws_two", Workspace.UNLIMITED, true);
    rig.key("weir_two_everything", "ws_two", TestApiServer.EVERYTHING);
    honest = greedy.with("weir_two_everything");
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private ApiReply fillWithOverrides(String before) {
    ApiReply last = greedy.limit("known", "anybody", 10);
    for (int i = 0; i < 1_000 && last.status() == 200; i++) {
      last = greedy.ask("setOverride", RawHttpClient.check("known", before + LONG + i, 3));
    }
    return last;
  }

  @Test
  void overridesBeyondTheMemoryAreRefused() {
    ApiReply refused = fillWithOverrides("");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.problem()).isEqualTo("unkey/data/too_many_overrides");
    assertThat(String.valueOf(refused.error().get("detail")))
        .containsPattern("take \\d+ bytes of this server's memory; the limit is \\d+")
        .contains("max-directory-bytes");
    assertThat(rig.directory.budget().usedBytes()).isBetween(BYTES / 3, BYTES / 2);
    assertThat(
            greedy.ask("setOverride", RawHttpClient.check("known", LONG + 0, 4)).status())
        .isEqualTo(200);
    assertThat(greedy.limit("known", LONG + 0, 10).number("limit")).isEqualTo(4);
    assertThat(greedy.limit("known", "somebody", 10).status()).isEqualTo(200);
  }

  @Test
  void patternsAreRefusedSooner() {
    ApiReply refused = fillWithOverrides("*");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.problem()).isEqualTo("unkey/data/too_many_overrides");
    assertThat(greedy.limit("known", "x" + LONG + 0, 10).number("limit")).isEqualTo(3);
    assertThat(greedy.limit("known", "x" + LONG + 500, 10).number("limit")).isEqualTo(10);
  }

  @Test
  void deletingMakesRoom() {
    fillWithOverrides("");

    for (int i = 0; i < 3; i++) {
      ApiReply deleted = greedy.ask(
          "deleteOverride", TestJson.object("namespace", "known", "identifier", LONG + i));
      assertThat(deleted.status()).isEqualTo(200);
    }

    assertThat(
            greedy.ask("setOverride", RawHttpClient.check("known", "short", 3)).status())
        .isEqualTo(200);
  }

  @Test
  void namespacesBeyondTheMemoryAreRefused() {
    ApiReply last = greedy.limit("known", "anybody", 10);
    for (int i = 0; i < 1_000 && last.status() == 200; i++) {
      last = greedy.limit(LONG + i, "anybody", 10);
    }

    assertThat(last.status()).isEqualTo(403);
    assertThat(last.problem()).isEqualTo("unkey/data/too_many_namespaces");
    assertThat(String.valueOf(last.error().get("detail"))).contains("max-directory-bytes");
    assertThat(greedy.limit("known", "anybody", 10).status()).isEqualTo(200);
    rig.registry.madeElsewhere(TestApiServer.WORKSPACE, "elsewhere" + LONG);
    assertThat(greedy.limit("elsewhere" + LONG, "anybody", 10).number("remaining"))
        .isEqualTo(9);
    assertThat(greedy.limit("elsewhere" + LONG, "anybody", 10).number("remaining"))
        .isEqualTo(8);
  }

  @Test
  void aFullWorkspaceLeavesRoomForAnother() {
    fillWithOverrides("");

    assertThat(honest.limit("mine", "anybody", 10).status()).isEqualTo(200);
    for (int i = 0; i < 50; i++) {
      assertThat(honest
              .ask("setOverride", RawHttpClient.check("mine", "vip*" + i, 5))
              .status())
          .isEqualTo(200);
    }
    assertThat(honest.limit("mine", "vip_7", 10).number("limit")).isEqualTo(5);
  }
}
