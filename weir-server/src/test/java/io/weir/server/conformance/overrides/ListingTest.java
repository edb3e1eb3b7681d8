// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A list of overrides")
final class ListingTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();
  private static final List<String> IDS = new ArrayList<>();

  @BeforeAll
  static void set25() {
    WIRE.limit("many", "anybody", 10);
    WIRE.limit("none", "anybody", 10);
    for (int i = 0; i < 26; i++) {
      String id = WIRE.override("many", "user" + i, i);
      IDS.add(id);
    }
    WIRE.ask("deleteOverride", Json.object("namespace", "many", "identifier", "user3"));
    IDS.remove(3);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static Reply list(@Nullable Object... more) {
    List<@Nullable Object> fields = new ArrayList<>(List.of("namespace", "many"));
    fields.addAll(List.of(more));
    return WIRE.ask("listOverrides", Json.object(fields.toArray()));
  }

  private static List<String> ids(Reply reply) {
    return reply.items().stream()
        .map(each -> String.valueOf(each.get("overrideId")))
        .toList();
  }

  @Test
  @DisplayName("of a namespace without any is empty, and has no cursor")
  void empty() {
    Reply reply = WIRE.ask("listOverrides", Json.object("namespace", "none"));

    assertThat(reply.json()).containsOnlyKeys("meta", "data", "pagination");
    assertThat(reply.json()).containsEntry("data", List.of());
    assertThat(reply.json()).containsEntry("pagination", Map.of("hasMore", false));
  }

  @Test
  @DisplayName(
      "has 10 at first, in the order of their ids, without the deleted, each with exactly four fields")
  void firstPage() {
    Reply reply = list();

    assertThat(ids(reply)).isEqualTo(IDS.subList(0, 10));
    assertThat(reply.items())
        .allSatisfy(each ->
            assertThat(each).containsOnlyKeys("overrideId", "identifier", "limit", "duration"));
    assertThat(reply.items().get(1))
        .containsEntry("identifier", "user1")
        .containsEntry("limit", 1L)
        .containsEntry("duration", 60_000L);
    assertThat(reply.json())
        .containsEntry("pagination", Map.of("hasMore", true, "cursor", IDS.get(10)));
  }

  @ParameterizedTest
  @CsvSource({"1, 25", "7, 4", "10, 3", "24, 2", "25, 1", "100, 1"})
  @DisplayName("is walked by its cursors, each override once, whatever the size of the pages")
  void pages(int limit, int pages) {
    List<String> seen = new ArrayList<>();
    int count = 0;
    Object cursor = "";
    while (cursor != null) {
      Reply page = list("limit", limit, "cursor", cursor);
      seen.addAll(ids(page));
      count++;
      Map<?, ?> pagination = (Map<?, ?>) page.json().get("pagination");
      assertThat(pagination).isNotNull();
      cursor = pagination.get("cursor");
      assertThat(pagination.get("hasMore")).isEqualTo(cursor != null);
    }

    assertThat(seen).isEqualTo(IDS);
    assertThat(count).isEqualTo(pages);
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 0",
    "limit, 101",
    "limit, '\"10\"'",
    "limit, null",
    "cursor, null",
    "cursor, 1",
    "limit, -1"
  })
  @DisplayName("takes 1 to 100 a page, and a text for a cursor")
  void bounds(String field, String value) {
    Reply reply = list(field, new Json.Raw(value));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errors()).isNotEmpty();
  }

  @Test
  @DisplayName("begins where any cursor says, also one that nobody gave out")
  void foreignCursors() {
    assertThat(ids(list("cursor", "zzz"))).isEmpty();
    assertThat(ids(list("cursor", "\uD83D\uDE80"))).isEmpty();
    assertThat(ids(list("cursor", "' OR 1=1 --", "limit", 100))).isEqualTo(IDS);
  }
}
