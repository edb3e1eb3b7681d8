// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class OpenApiTest {
  private static final TestApiServer RIG = new TestApiServer();
  private static final RawHttpClient WIRE = RIG.wire();
  private static final Map<String, @Nullable Object> API =
      TestJson.parse(WIRE.get("/openapi.json").body());

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** Returns a part of the description by its path; references are followed. */
  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> part(
      Map<String, @Nullable Object> whole, String... path) {
    Map<String, @Nullable Object> part = whole;
    for (String name : path) {
      part = (Map<String, @Nullable Object>) Objects.requireNonNull(part.get(name), name);
      if (part.get("$ref") instanceof String reference) {
        part =
            part(API, "components", "schemas", reference.substring(reference.lastIndexOf('/') + 1));
      }
    }
    return part;
  }

  @Test
  void everyPathAndMethodIsDescribed() {
    Map<String, @Nullable Object> paths = part(API, "paths");
    assertThat(paths.keySet()).isEqualTo(RIG.site().paths());
    for (String path : paths.keySet()) {
      assertThat(part(paths, path).keySet())
          .containsExactly(RIG.site().method(path).toLowerCase(Locale.ROOT));
    }
  }

  static Stream<String> operations() {
    return Stream.of(
        "limit", "multiLimit", "setOverride", "getOverride", "listOverrides", "deleteOverride");
  }

  private static Map<String, @Nullable Object> schema(String operation) {
    Map<String, @Nullable Object> schema = part(
        API,
        "paths",
        "/v2/ratelimit." + operation,
        "post",
        "requestBody",
        "content",
        "application/json",
        "schema");
    return schema.containsKey("items") ? part(schema, "items") : schema;
  }

  private static int status(String operation, Map<String, @Nullable Object> body) {
    String text = TestJson.object(body.entrySet().stream()
        .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
        .toArray());
    return WIRE.send(WIRE.request("/v2/ratelimit." + operation)
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(operation.equals("multiLimit") ? "[" + text + "]" : text)))
        .statusCode();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyFieldIsDescribedAsItIsValidated(String operation) {
    WIRE.limit("described", "anybody", 10);
    Map<String, @Nullable Object> schema = schema(operation);
    Map<String, @Nullable Object> properties = part(schema, "properties");
    Map<String, @Nullable Object> good = new LinkedHashMap<>();
    properties.keySet().forEach(name -> good.put(name, min(name, part(properties, name))));
    good.put("namespace", "described");

    assertThat(status(operation, good)).isIn(200, 404); // 404 for a missing override
    assertThat(status(operation, with(good, "more", 1L))).isEqualTo(400);
    List<?> required = (List<?>) Objects.requireNonNull(schema.get("required"));
    for (String name : properties.keySet()) {
      Map<String, @Nullable Object> without = new LinkedHashMap<>(good);
      without.remove(name);
      assertThat(status(operation, without))
          .as("without %s", name)
          .isIn(required.contains(name) ? List.of(400) : List.of(200, 404));
      bounds(operation, good, name, part(properties, name));
    }
  }

  private static void bounds(
      String operation,
      Map<String, @Nullable Object> good,
      String name,
      Map<String, @Nullable Object> field) {
    if (field.get("minimum") instanceof Long min) {
      assertThat(status(operation, with(good, name, min - 1)))
          .as("%s below", name)
          .isEqualTo(400);
    }
    if (field.get("maximum") instanceof Long max) {
      assertThat(status(operation, with(good, name, max)))
          .as("%s at most", name)
          .isIn(200, 404);
      if (max < Long.MAX_VALUE) {
        assertThat(status(operation, with(good, name, max + 1)))
            .as("%s above", name)
            .isEqualTo(400);
      }
    }
    if (field.get("maxLength") instanceof Long max) {
      String longer = "x".repeat(max.intValue() + 1);
      assertThat(status(operation, with(good, name, longer)))
          .as("%s too long", name)
          .isEqualTo(400);
    }
  }

  private static Object min(String name, Map<String, @Nullable Object> field) {
    return "string".equals(field.get("type"))
        ? name.equals("cursor") ? "" : "x"
        : Objects.requireNonNull(field.get("minimum"), name);
  }

  private static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> body, String name, Object value) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(body);
    changed.put(name, value);
    return changed;
  }
}
