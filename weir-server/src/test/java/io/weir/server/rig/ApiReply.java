// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the API. Whoever makes one with {@link #whole} has checked what holds for every answer.
 *
 * @param status the HTTP status
 * @param headers by name, in lower case
 * @param text the body
 */
public record ApiReply(int status, Map<String, List<String>> headers, String text) {
  /** What every type of problem begins with. */
  public static final String TYPES = "https://unkey.com/docs/errors/";

  private static final Set<Integer> OF_THE_REQUEST = Set.of(400, 408, 413, 414, 431);

  /** An answer as a client got it. */
  public static ApiReply of(HttpResponse<String> response) {
    return new ApiReply(response.statusCode(), response.headers().map(), response.body());
  }

  /** This answer, if it is complete: right length, right type, the envelope and nothing beside it, no null, no key. */
  public ApiReply whole() {
    assertThat(text).as("body of a %s", status).isNotEmpty();
    String length = header("content-length");
    if (length != null) {
      assertThat(length).isEqualTo(Integer.toString(text.getBytes(StandardCharsets.UTF_8).length));
    }
    assertThat(header("content-type"))
        .as(text)
        .isEqualTo(status == 429 ? "application/problem+json" : "application/json");
    Map<String, @Nullable Object> json = TestJson.parse(text);
    assertThat(map(json.get("meta"))).as(text).containsOnlyKeys("requestId");
    assertThat(String.valueOf(map(json.get("meta")).get("requestId")))
        .matches("req_[0-9A-Za-z]{9}");
    assertNoNulls(json);
    assertThat(text).doesNotContain(TestApiServer.KEY);
    if (status >= 400) {
      assertThat(json).as(text).containsOnlyKeys("meta", "error");
      assertWholeError();
    } else {
      assertThat(json.keySet()).as(text).contains("data");
      assertThat(Set.of("meta", "data", "pagination")).as(text).containsAll(json.keySet());
    }
    return this;
  }

  private void assertWholeError() {
    Map<String, @Nullable Object> error = error();
    if (OF_THE_REQUEST.contains(status)) {
      assertThat(error).as(text).containsOnlyKeys("title", "detail", "status", "type", "errors");
      for (Object each : list(error.get("errors"))) {
        assertThat(map(each)).as(text).containsKeys("location", "message");
        assertThat(Set.of("location", "message", "fix"))
            .as(text)
            .containsAll(map(each).keySet());
      }
    } else {
      assertThat(error).as(text).containsOnlyKeys("title", "detail", "status", "type");
    }
    assertThat(error.get("status")).isEqualTo((long) status);
    assertThat(String.valueOf(error.get("type"))).startsWith(TYPES);
    assertThat(String.valueOf(error.get("title"))).isNotEmpty();
    assertThat(String.valueOf(error.get("detail"))).isNotEmpty();
  }

  private static void assertNoNulls(@Nullable Object value) {
    assertThat(value).isNotNull();
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(ApiReply::assertNoNulls);
    } else if (value instanceof List<?> list) {
      list.forEach(ApiReply::assertNoNulls);
    }
  }

  /** The value of a header; null when it is missing. Fails when there are several. */
  public @Nullable String header(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    assertThat(values).as(name).hasSizeLessThan(2);
    return values.isEmpty() ? null : values.get(0);
  }

  /** The body as a whole. */
  public Map<String, @Nullable Object> json() {
    return TestJson.parse(text);
  }

  /** What was asked for. */
  public Map<String, @Nullable Object> data() {
    return map(json().get("data"));
  }

  /** What was asked for, where it is several things. */
  public List<Map<String, @Nullable Object>> items() {
    return maps(json().get("data"));
  }

  /** The single answers to a batch. */
  public List<Map<String, @Nullable Object>> limits() {
    return maps(data().get("limits"));
  }

  /** What went wrong. */
  public Map<String, @Nullable Object> error() {
    return map(json().get("error"));
  }

  /** What kind of problem it is, without the part that all have. */
  public String problem() {
    return String.valueOf(error().get("type")).substring(TYPES.length());
  }

  /** What exactly is wrong with the request. */
  public List<Map<String, @Nullable Object>> errors() {
    return maps(error().get("errors"));
  }

  /** A number in the data. */
  public long number(String field) {
    return data().get(field) instanceof Long number ? number : fail(field);
  }

  private long fail(String field) {
    throw new AssertionError("no number " + field + " in " + text);
  }

  /** Whether the data says that the check passed. */
  public boolean passed() {
    return Boolean.TRUE.equals(data().get("success"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    assertThat(value).isInstanceOf(Map.class);
    return (Map<String, @Nullable Object>) value;
  }

  private static List<?> list(@Nullable Object value) {
    assertThat(value).isInstanceOf(List.class);
    return (List<?>) value;
  }

  private static List<Map<String, @Nullable Object>> maps(@Nullable Object value) {
    return list(value).stream().map(ApiReply::map).toList();
  }
}
