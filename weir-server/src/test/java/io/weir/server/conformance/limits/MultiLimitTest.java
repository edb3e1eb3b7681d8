// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("multiLimit")
final class MultiLimitTest {
  private static final ApiRig RIG = new ApiRig();
  private static final Wire WIRE = RIG.wire();

  @AfterAll
  static void close() {
    RIG.close();
  }

  private static String item(String namespace, long limit, long cost) {
    return Json.object(
        "namespace", namespace,
        "identifier", "user",
        "limit", limit,
        "duration", 60_000,
        "cost", cost);
  }

  private static Reply ask(String... items) {
    return WIRE.ask("multiLimit", Json.array(List.of(items)));
  }

  private static long spent(String namespace) {
    return 1_000 - WIRE.ask("limit", item(namespace, 1_000, 0)).number("remaining");
  }

  @Test
  @DisplayName("answers in the order of the questions, with exactly these fields")
  void fields() {
    Reply reply = ask(item("f1", 10, 3), item("f2", 20, 1), item("f3", 5, 0));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).containsOnlyKeys("meta", "data");
    assertThat(reply.data()).containsOnlyKeys("passed", "limits").containsEntry("passed", true);
    assertThat(reply.limits())
        .extracting(each -> each.get("namespace"))
        .containsExactly("f1", "f2", "f3");
    assertThat(reply.limits())
        .allSatisfy(each -> assertThat(each)
            .containsOnlyKeys("namespace", "identifier", "limit", "remaining", "reset", "passed"));
    assertThat(reply.limits())
        .extracting(each -> each.get("remaining"))
        .containsExactly(7L, 19L, 5L);
    assertThat(reply.limits())
        .extracting(each -> each.get("reset"))
        .containsOnly(1_700_000_040_000L);
  }

  @Test
  @DisplayName("counts nothing when one does not fit, and says of each whether it alone would have")
  void allOrNothing() {
    WIRE.ask("limit", item("a2", 10, 8));

    Reply reply = ask(item("a1", 10, 4), item("a2", 10, 3), item("a3", 7, 7));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.data()).containsEntry("passed", false);
    assertThat(reply.limits())
        .extracting(each -> each.get("passed"))
        .containsExactly(true, false, true);
    assertThat(reply.limits())
        .extracting(each -> each.get("remaining"))
        .containsExactly(10L, 0L, 7L);
    assertThat(spent("a1")).isZero();
    assertThat(spent("a2")).isEqualTo(8);
    assertThat(spent("a3")).isZero();
  }

  @Test
  @DisplayName("adds up questions about the same counter, by name or by id")
  void duplicates() {
    WIRE.limit("d", "somebody", 10);
    String id = RIG.namespaceId(ApiRig.WORKSPACE, "d");

    Reply fits = ask(item("d", 10, 4), item(id, 10, 6));
    Reply tooMuch = ask(item("e", 10, 6), item("e", 10, 6));

    assertThat(fits.data()).containsEntry("passed", true);
    assertThat(fits.limits()).extracting(each -> each.get("namespace")).containsExactly("d", id);
    assertThat(spent("d")).isEqualTo(10);
    assertThat(tooMuch.data()).containsEntry("passed", false);
    assertThat(spent("e")).isZero();
  }

  @Test
  @DisplayName("takes 1 to 100 questions")
  void sizes() {
    assertThat(ask(item("s", 1_000, 1)).status()).isEqualTo(200);
    assertThat(many(100).limits()).hasSize(100);
    Reply tooMany = many(101);
    Reply none = ask();

    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.errors().get(0))
        .containsEntry("location", "/maxItems")
        .containsEntry("message", "maxItems: got 101, want 100");
    assertThat(none.status()).isEqualTo(400);
    assertThat(none.errors().get(0)).containsEntry("location", "/minItems");
    assertThat(spent("s")).isEqualTo(101);
  }

  private static Reply many(int count) {
    return ask(
        IntStream.range(0, count).mapToObj(each -> item("s", 1_000, 1)).toArray(String[]::new));
  }

  @Test
  @DisplayName("counts nothing when one of its questions is wrong")
  void oneWrong() {
    Reply reply = ask(item("w", 10, 1), item("w", 0, 1));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errors().get(0)).containsEntry("location", "/items/properties/limit/minimum");
    assertThat(spent("w")).isZero();
  }

  @Test
  @DisplayName("applies overrides, and names them where they apply only")
  void overrides() {
    WIRE.limit("o", "somebody", 10);
    String override = WIRE.override("o", "user", 3);

    Reply reply = ask(item("o", 10, 1), item("p", 10, 1));

    assertThat(reply.limits().get(0))
        .containsEntry("overrideId", override)
        .containsEntry("limit", 3L)
        .containsEntry("remaining", 2L);
    assertThat(reply.limits().get(1)).doesNotContainKey("overrideId");
  }

  @Test
  @DisplayName("makes all namespaces that it names")
  void makesNamespaces() {
    ask(item("made1", 10, 1), item("made2", 10, 1), item("made1", 10, 1));

    assertThat(spent("made1")).isEqualTo(2);
    assertThat(WIRE.ask("listOverrides", Json.object("namespace", "made2")).status())
        .isEqualTo(200);
  }

  @Test
  @DisplayName("answers with all identifiers, however long the answer gets")
  void longAnswers() {
    List<String> identifiers =
        IntStream.range(0, 100).mapToObj(i -> "\uD83D\uDE80".repeat(500) + i).toList();
    String[] items = identifiers.stream()
        .map(each -> Wire.check("long-answers", each, 10))
        .toArray(String[]::new);

    Reply reply = ask(items);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("content-length")).isNotNull().hasSizeGreaterThan(5);
    assertThat(reply.limits()).extracting(each -> each.get("identifier")).isEqualTo(identifiers);
  }
}
