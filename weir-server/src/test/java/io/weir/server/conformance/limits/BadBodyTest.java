// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BadBodyTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static EventLoopMonitor watch;
  private static final String SOUND =
      "{\"namespace\":\"n\",\"identifier\":\"i\",\"limit\":10,\"duration\":60000}";

  @BeforeAll
  static void watchLoops() {
    watch = RIG.watchLoops();
  }

  @AfterAll
  static void close() {
    try {
      watch.close();
    } finally {
      RIG.close();
    }
  }

  private static ApiReply refused(String operation, String body) {
    ApiReply apiReply = RIG.wire().ask(operation, body);
    assertThat(apiReply.status()).as(body + " gives " + apiReply.text()).isEqualTo(400);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/invalid_input");
    assertThat(apiReply.error()).containsEntry("title", "Bad Request");
    return apiReply;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit",
        "multiLimit",
        "setOverride",
        "getOverride",
        "listOverrides",
        "deleteOverride"
      })
  void everyOperationRefusesAMalformedBody(String operation) {
    String path = "'/v2/ratelimit." + operation + "'";

    assertThat(refused(operation, "").error())
        .containsEntry("detail", "POST request body is empty for " + path);
    for (String each :
        List.of("{}", "[]", "null", "1", "\"x\"", "[{}]", "[null]", "[[]]", "true")) {
      ApiReply apiReply = refused(operation, each);
      assertThat(apiReply.errors()).as(each).isNotEmpty();
      assertThat(apiReply.error())
          .containsEntry("detail", "POST request body for " + path + " failed to validate schema");
    }
    for (String each :
        List.of(" ", "{", "[", "nul", "{]", "{\"a\":}", "\uFEFF", "a", "{}{}", "[1,]")) {
      ApiReply apiReply = refused(operation, each);
      assertThat(apiReply.errors()).as(each).hasSize(1);
      assertThat(apiReply.errors().get(0))
          .containsEntry("location", "requestBody")
          .containsKey("fix");
    }
  }

  static Stream<List<Object>> wrongTypes() {
    return Stream.of("namespace", "identifier", "limit", "duration", "cost")
        .flatMap(field -> Stream.of("null", "true", "[]", "{}", "[1]", "{\"a\":[{}]}")
            .map(value -> List.of(field, new TestJson.Raw(value))));
  }

  @ParameterizedTest
  @MethodSource("wrongTypes")
  void aFieldOfAnotherTypeIsNamed(List<Object> fieldAndValue) {
    String field = String.valueOf(fieldAndValue.get(0));

    ApiReply apiReply = refused("limit", with(field, fieldAndValue.get(1)));

    assertThat(apiReply.errors()).hasSize(1);
    assertThat(apiReply.errors().get(0))
        .containsEntry("location", "/properties/" + field + "/type");
  }

  @ParameterizedTest
  @CsvSource({
    "limit, '\"10\"'",
    "limit, 1.5",
    "limit, 1e-1",
    "duration, '\"1m\"'",
    "cost, '\"\"'",
    "cost, 0.1",
    "namespace, 1",
    "identifier, 1.0"
  })
  void aMismatchedTextOrNumberIsNamed(String field, String value) {
    ApiReply apiReply = refused("limit", with(field, new TestJson.Raw(value)));

    assertThat(apiReply.errors()).hasSize(1);
    assertThat(apiReply.errors().get(0))
        .containsEntry("location", "/properties/" + field + "/type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0", "1e3", "9223372036854775808", "1E+1", "100e-1", "99999999999999999999999"})
  void fractionsExponentsAndOverflowsAreRefused(String value) {
    ApiReply apiReply = refused("limit", with("limit", new TestJson.Raw(value)));

    assertThat(apiReply.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e400",
        "-1e400",
        "1e999999999",
        "1e99999999999999999999",
        "1e-99999999999",
        "-0.0",
        "-0"
      })
  void hugeNumbersAreRefusedCheaply(String value) {
    refused("limit", with("limit", new TestJson.Raw(value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NaN",
        "Infinity",
        "-Infinity",
        "0x10",
        "010",
        "+1",
        "1.",
        ".5",
        "1e",
        "--1",
        "1_000"
      })
  void nonJsonNumbersAreInvalidJson(String value) {
    ApiReply apiReply = refused("limit", with("limit", new TestJson.Raw(value)));

    assertThat(apiReply.errors().get(0)).containsEntry("location", "requestBody");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"namespaceName", "namespaceId", "async", "Namespace", "limit ", "", "\uD83D\uDE80"
      })
  void anUnknownFieldIsNamed(String name) {
    ApiReply apiReply = refused("limit", with(name, 1));

    assertThat(apiReply.errors()).hasSize(1);
    assertThat(apiReply.errors().get(0))
        .containsEntry("location", "/additionalProperties")
        .containsEntry("message", "additional properties '" + name + "' not allowed");
  }

  @Test
  void allMissingFieldsAreNamed() {
    assertThat(refused("limit", "{}").errors().get(0))
        .containsEntry("location", "/required")
        .containsEntry(
            "message", "missing properties 'namespace', 'identifier', 'limit', 'duration'");
    assertThat(refused("getOverride", "{\"namespace\":\"n\"}").errors().get(0))
        .containsEntry("message", "missing property 'identifier'");
  }

  @Test
  void eachFaultIsListedUpToABound() {
    ApiReply few = refused(
        "limit",
        "{\"namespace\":\"\",\"identifier\":1,\"limit\":0,\"duration\":1,\"cost\":-1,\"x\":1}");
    ApiReply many = refused("multiLimit", TestJson.array(Collections.nCopies(100_000, "{}")));

    assertThat(few.errors()).hasSize(6);
    assertThat(many.errors().size()).isBetween(1, 100);
    assertThat(many.text().length()).isLessThan(20_000);
  }

  @Test
  void trailingGarbageAndCommentsAreNotJson() {
    for (String each : List.of(
        SOUND + "x",
        SOUND + SOUND,
        SOUND + "]",
        SOUND + "\0",
        "/**/" + SOUND,
        "//\n" + SOUND,
        SOUND.replace('"', '\''),
        SOUND.replace("}", ",}"),
        "\"" + SOUND,
        SOUND.substring(1))) {
      assertThat(refused("limit", each).errors().get(0)).containsEntry("location", "requestBody");
    }
    assertThat(RIG.wire().ask("limit", " \r\n\t" + SOUND + "\r\n ").status()).isEqualTo(200);
  }

  @Test
  void tooDeepNestingIsRefused() {
    String deep = "[".repeat(100_000);

    refused("limit", deep);
    refused("multiLimit", deep);
    refused("limit", with("cost", new TestJson.Raw("{\"a\":".repeat(5_000))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE", "ISO-8859-1"})
  void encodingsOtherThanUtf8AreNotJson(String charset) {
    byte[] bytes = SOUND.replace("\"n\"", "\"\u00e9\"").getBytes(Charset.forName(charset));

    assertThat(bytes(bytes).status()).isEqualTo(400);
  }

  @Test
  void invalidUtf8IsNotJson() {
    String[] broken = {
      "\u00c0\u00af", // an overlong encoding of a slash
      "\u00e0\u0080\u00af",
      "\u00f0\u0080\u0080\u00af",
      "\u00c1\u00bf",
      "\u00ed\u00a0\u0080", // an unpaired surrogate
      "\u00ed\u00a0\u00bd\u00ed\u00ba\u0080", // an encoded surrogate pair
      "\u00f4\u0090\u0080\u0080", // beyond the last code point
      "\u00f5\u0080\u0080\u0080",
      "\u00e4\u00b8",
      "\u00e4\u00b8x",
      "\u00ff",
      "\u00c3",
      "\u00e2\u0082",
      "\u0080",
      "\u00f8\u0088\u0080\u0080\u0080"
    };
    for (String each : broken) {
      byte[] bytes =
          SOUND.replace("\"i\"", "\"" + each + "\"").getBytes(StandardCharsets.ISO_8859_1);
      assertThat(bytes(bytes).status()).isEqualTo(400);
    }
  }

  private static ApiReply bytes(byte[] body) {
    return ApiReply.of(RIG.wire()
            .send(RIG.wire()
                .request("/v2/ratelimit.limit")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))))
        .whole();
  }

  @Test
  void theLastDuplicateFieldCounts() {
    ApiReply apiReply = RIG.wire().ask("limit", SOUND.replace("10", "10,\"limit\":30"));

    assertThat(apiReply.number("limit")).isEqualTo(30);
    refused("limit", SOUND.replace("10", "10,\"limit\":null"));
    refused("limit", SOUND.replace("10", "10,\"limit\":0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\ud800", "\\udfff", "a\\ud83d", "\\ude80\\ud83d", "\\ud83d\\ud83d\\ude80"})
  void anUnpairedSurrogateIsReportedWithItsField(String text) {
    for (String field : new String[] {"namespace", "identifier"}) {
      ApiReply apiReply = refused("limit", with(field, new TestJson.Raw("\"" + text + "\"")));

      assertThat(apiReply.errors()).hasSize(1);
      assertThat(apiReply.errors().get(0))
          .containsEntry("location", "/properties/" + field + "/format");
    }
    refused("setOverride", with("identifier", new TestJson.Raw("\"" + text + "\"")));
  }

  @Test
  void aSurrogatePairCountsAsOneCharacter() {
    ApiReply pair = RIG.wire().ask("limit", SOUND.replace("\"i\"", "\"\\ud83d\\ude80\""));
    ApiReply same = RIG.wire().ask("limit", SOUND.replace("\"i\"", "\"\uD83D\uDE80\""));
    ApiReply other = RIG.wire().ask("limit", SOUND.replace("\"i\"", "\"\uFFFD\""));

    assertThat(pair.number("remaining")).isEqualTo(9);
    assertThat(same.number("remaining")).isEqualTo(8);
    assertThat(other.number("remaining")).isEqualTo(9);
  }

  @Test
  void excessFieldsAndItemsAreNotReadToTheEnd() {
    String unknown = "\"x\":1,".repeat(200_000);
    ApiReply fields = refused("limit", "{" + unknown + "\"limit\":1}");
    ApiReply nested = refused("limit", with("cost", new TestJson.Raw("{" + unknown + "\"y\":1}")));
    ApiReply items = refused("multiLimit", TestJson.array(Collections.nCopies(5_000, SOUND)));
    ApiReply repeated = refused("limit", "{" + "\"limit\":1,".repeat(5_000) + "\"limit\":1}");
    ApiReply few = refused("multiLimit", TestJson.array(Collections.nCopies(300, SOUND)));

    assertThat(fields.errors()).hasSize(20);
    for (ApiReply each : List.of(nested, items, repeated)) {
      assertThat(each.errors().get(each.errors().size() - 1))
          .containsEntry("message", "the body has more than 4096 names and values");
    }
    assertThat(few.errors().get(0)).containsEntry("message", "maxItems: got 300, want 100");
  }

  private static String with(String field, Object value) {
    StringBuilder body = new StringBuilder("{");
    for (String each : List.of("namespace", "identifier", "limit", "duration")) {
      if (!each.equals(field)) {
        body.append(TestJson.text(each))
            .append(each.startsWith("n") || each.startsWith("i") ? ":\"x\"" : ":2000");
        body.append(',');
      }
    }
    return body.append(TestJson.text(field))
        .append(':')
        .append(TestJson.text(value))
        .append('}')
        .toString();
  }
}
