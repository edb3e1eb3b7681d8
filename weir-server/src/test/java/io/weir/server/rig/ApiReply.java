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
 * A response of the API. {@link #whole} checks what holds for every response.
 *
 * @param status the HTTP status
 * @param headers by name, in lower case
 * @param text the body
 */
public record ApiReply(int status, Map<String, List<String>> headers, String text) {
  /** The prefix of all problem types. */
  public static final String TYPES = "https://unkey.com/docs/errors/";

  private static final Set<Integer> OF_THE_REQUEST = Set.of(400, 408, 413, 414, 431);

  /** Returns a response as a client received it. */
  public static ApiReply of(HttpResponse<String> response) {
    return new ApiReply(response.statusCode(), response.headers().map(), response.body());
  }

  /**
   * Returns this response after checking that it is complete: the right length and content type, the envelope and
   * nothing else, no null, no key.
   */
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

  /** Returns the value of a header; null if it is missing. Fails if there are several. */
  public @Nullable String header(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    assertThat(values).as(name).hasSizeLessThan(2);
    return values.isEmpty() ? null : values.get(0);
  }

  /** Returns the parsed body. */
  public Map<String, @Nullable Object> json() {
    return TestJson.parse(text);
  }

  /** Returns the data, if it is an object. */
  public Map<String, @Nullable Object> data() {
    return map(json().get("data"));
  }

  /** Returns the data, if it is an array. */
  public List<Map<String, @Nullable Object>> items() {
    return maps(json().get("data"));
  }

  /** Returns the results of the checks of a batch. */
  public List<Map<String, @Nullable Object>> limits() {
    return maps(data().get("limits"));
  }

  /** Returns the error. */
  public Map<String, @Nullable Object> error() {
    return map(json().get("error"));
  }

  /** Returns the type of the problem, without the common prefix. */
  public String problem() {
    return String.valueOf(error().get("type")).substring(TYPES.length());
  }

  /** Returns the violations in the request. */
  public List<Map<String, @Nullable Object>> errors() {
    return maps(error().get("errors"));
  }

  /** Returns a number in the data. */
  public long number(String field) {
    return data().get(field) instanceof Long number ? number : fail(field);
  }

  private long fail(String field) {
    throw new AssertionError("no number " + field + " in " + text);
  }

  /** Returns whether the data says that the check passed. */
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
