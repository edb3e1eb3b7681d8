// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.overrides;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ListOverridesTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();
  private static final List<String> IDS = new ArrayList<>();

  @BeforeAll
  static void set25() {
    WIRE.limit("many", "anybody", 10);
    WIRE.limit("none", "anybody", 10);
    for (int i = 0; i < 26; i++) {
      String id = WIRE.override("many", "user" + i, i);
      IDS.add(id);
    }
    WIRE.ask("deleteOverride", TestJson.object("namespace", "many", "identifier", "user3"));
    IDS.remove(3);
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static ApiReply list(@Nullable Object... more) {
    List<@Nullable Object> fields = new ArrayList<>(List.of("namespace", "many"));
    fields.addAll(List.of(more));
    return WIRE.ask("listOverrides", TestJson.object(fields.toArray()));
  }

  private static List<String> ids(ApiReply apiReply) {
    return apiReply.items().stream()
        .map(each -> String.valueOf(each.get("overrideId")))
        .toList();
  }

  @Test
  void anEmptyListHasNoCursor() {
    ApiReply apiReply = WIRE.ask("listOverrides", TestJson.object("namespace", "none"));

    assertThat(apiReply.json()).containsOnlyKeys("meta", "data", "pagination");
    assertThat(apiReply.json()).containsEntry("data", List.of());
    assertThat(apiReply.json()).containsEntry("pagination", Map.of("hasMore", false));
  }

  @Test
  void theFirstPageHas10OverridesInIdOrder() {
    ApiReply apiReply = list();

    assertThat(ids(apiReply)).isEqualTo(IDS.subList(0, 10));
    assertThat(apiReply.items())
        .allSatisfy(each ->
            assertThat(each).containsOnlyKeys("overrideId", "identifier", "limit", "duration"));
    assertThat(apiReply.items().get(1))
        .containsEntry("identifier", "user1")
        .containsEntry("limit", 1L)
        .containsEntry("duration", 60_000L);
    assertThat(apiReply.json())
        .containsEntry("pagination", Map.of("hasMore", true, "cursor", IDS.get(10)));
  }

  @ParameterizedTest
  @CsvSource({"1, 25", "7, 4", "10, 3", "24, 2", "25, 1", "100, 1"})
  void cursorsVisitEachOverrideOnce(int limit, int pages) {
    List<String> seen = new ArrayList<>();
    int count = 0;
    Object cursor = "";
    while (cursor != null) {
      ApiReply page = list("limit", limit, "cursor", cursor);
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
  void aPageHas1To100Overrides(String field, String value) {
    ApiReply apiReply = list(field, new TestJson.Raw(value));

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.errors()).isNotEmpty();
  }

  @Test
  void aListStartsAtAnyCursor() {
    assertThat(ids(list("cursor", "zzz"))).isEmpty();
    assertThat(ids(list("cursor", "\uD83D\uDE80"))).isEmpty();
    assertThat(ids(list("cursor", "' OR 1=1 --", "limit", 100))).isEqualTo(IDS);
  }
}
