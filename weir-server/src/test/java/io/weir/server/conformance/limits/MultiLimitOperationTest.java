// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class MultiLimitOperationTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static String item(String namespace, long limit, long cost) {
    return TestJson.object(
        "namespace", namespace,
        "identifier", "user",
        "limit", limit,
        "duration", 60_000,
        "cost", cost);
  }

  private static ApiReply ask(String... items) {
    return WIRE.ask("multiLimit", TestJson.array(List.of(items)));
  }

  private static long spent(String namespace) {
    return 1_000 - WIRE.ask("limit", item(namespace, 1_000, 0)).number("remaining");
  }

  @Test
  void answersFollowTheOrderOfTheChecks() {
    ApiReply apiReply = ask(item("f1", 10, 3), item("f2", 20, 1), item("f3", 5, 0));

    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.json()).containsOnlyKeys("meta", "data");
    assertThat(apiReply.data()).containsOnlyKeys("passed", "limits").containsEntry("passed", true);
    assertThat(apiReply.limits())
        .extracting(each -> each.get("namespace"))
        .containsExactly("f1", "f2", "f3");
    assertThat(apiReply.limits())
        .allSatisfy(each -> assertThat(each)
            .containsOnlyKeys("namespace", "identifier", "limit", "remaining", "reset", "passed"));
    assertThat(apiReply.limits())
        .extracting(each -> each.get("remaining"))
        .containsExactly(7L, 19L, 5L);
    assertThat(apiReply.limits())
        .extracting(each -> each.get("reset"))
        .containsOnly(1_700_000_040_000L);
  }

  @Test
  void aRefusedBatchCountsNothing() {
    WIRE.ask("limit", item("a2", 10, 8));

    ApiReply apiReply = ask(item("a1", 10, 4), item("a2", 10, 3), item("a3", 7, 7));

    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.data()).containsEntry("passed", false);
    assertThat(apiReply.limits())
        .extracting(each -> each.get("passed"))
        .containsExactly(true, false, true);
    assertThat(apiReply.limits())
        .extracting(each -> each.get("remaining"))
        .containsExactly(10L, 0L, 7L);
    assertThat(spent("a1")).isZero();
    assertThat(spent("a2")).isEqualTo(8);
    assertThat(spent("a3")).isZero();
  }

  @Test
  void checksOfOneSubjectAddUp() {
    WIRE.limit("d", "somebody", 10);
    String id = RIG.namespaceId(TestApiServer.WORKSPACE, "d");

    ApiReply fits = ask(item("d", 10, 4), item(id, 10, 6));
    ApiReply tooMuch = ask(item("e", 10, 6), item("e", 10, 6));

    assertThat(fits.data()).containsEntry("passed", true);
    assertThat(fits.limits()).extracting(each -> each.get("namespace")).containsExactly("d", id);
    assertThat(spent("d")).isEqualTo(10);
    assertThat(tooMuch.data()).containsEntry("passed", false);
    assertThat(spent("e")).isZero();
  }

  @Test
  void aBatchHas1To100Checks() {
    assertThat(ask(item("s", 1_000, 1)).status()).isEqualTo(200);
    assertThat(many(100).limits()).hasSize(100);
    ApiReply tooMany = many(101);
    ApiReply none = ask();

    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.errors().get(0))
        .containsEntry("location", "/maxItems")
        .containsEntry("message", "maxItems: got 101, want 100");
    assertThat(none.status()).isEqualTo(400);
    assertThat(none.errors().get(0)).containsEntry("location", "/minItems");
    assertThat(spent("s")).isEqualTo(101);
  }

  private static ApiReply many(int count) {
    return ask(
        IntStream.range(0, count).mapToObj(each -> item("s", 1_000, 1)).toArray(String[]::new));
  }

  @Test
  void anInvalidCheckCountsNothing() {
    ApiReply apiReply = ask(item("w", 10, 1), item("w", 0, 1));

    assertThat(apiReply.status()).isEqualTo(400);
    assertThat(apiReply.errors().get(0))
        .containsEntry("location", "/items/properties/limit/minimum");
    assertThat(spent("w")).isZero();
  }

  @Test
  void overridesApplyAndAreNamed() {
    WIRE.limit("o", "somebody", 10);
    String override = WIRE.override("o", "user", 3);

    ApiReply apiReply = ask(item("o", 10, 1), item("p", 10, 1));

    assertThat(apiReply.limits().get(0))
        .containsEntry("overrideId", override)
        .containsEntry("limit", 3L)
        .containsEntry("remaining", 2L);
    assertThat(apiReply.limits().get(1)).doesNotContainKey("overrideId");
  }

  @Test
  void allNamedNamespacesAreCreated() {
    ask(item("made1", 10, 1), item("made2", 10, 1), item("made1", 10, 1));

    assertThat(spent("made1")).isEqualTo(2);
    assertThat(WIRE.ask("listOverrides", TestJson.object("namespace", "made2")).status())
        .isEqualTo(200);
  }

  @Test
  void longAnswers() {
    List<String> identifiers =
        IntStream.range(0, 100).mapToObj(i -> "\uD83D\uDE80".repeat(500) + i).toList();
    String[] items = identifiers.stream()
        .map(each -> RawHttpClient.check("long-answers", each, 10))
        .toArray(String[]::new);

    ApiReply apiReply = ask(items);

    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.header("content-length")).isNotNull().hasSizeGreaterThan(5);
    assertThat(apiReply.limits()).extracting(each -> each.get("identifier")).isEqualTo(identifiers);
  }
}
