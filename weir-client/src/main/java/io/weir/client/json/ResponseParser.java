// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import java.util.ArrayList;
import java.util.List;

/** A parser of response bodies. It ignores unknown fields. */
public final class ResponseParser {
  private ResponseParser() {}

  /**
   * The response to a check.
   *
   * @param passed whether the check is allowed
   * @param limit the limit that was applied
   * @param remaining what can still be spent
   * @param reset the end of the window, in Unix milliseconds
   * @param overrideId the id of the override that was applied; empty if none was
   */
  public record CheckVerdict(
      boolean passed, long limit, long remaining, long reset, String overrideId) {}

  /**
   * The response to a batch.
   *
   * @param passed whether the whole batch is allowed
   * @param verdicts one verdict per check
   */
  public record BatchVerdict(boolean passed, List<CheckVerdict> verdicts) {}

  /**
   * An override.
   *
   * @param id its id
   * @param identifier the identifier or pattern it applies to
   * @param limit the maximum amount per window
   * @param durationMillis the length of the window
   */
  public record OverrideItem(String id, String identifier, long limit, long durationMillis) {}

  /**
   * A page of overrides.
   *
   * @param overrides the overrides of this page
   * @param cursor the start of the next page; empty if there is none
   */
  public record OverridePage(List<OverrideItem> overrides, String cursor) {}

  /** Parses the response to a single check. */
  public static CheckVerdict check(byte[] body) throws MalformedBodyException {
    return verdict(data(body), "success");
  }

  /** Parses the response to a batch of {@code checks} checks. */
  public static BatchVerdict batch(byte[] body, int checks) throws MalformedBodyException {
    JsonValue data = data(body);
    boolean passed = data.field("passed").bool();
    List<CheckVerdict> verdicts = new ArrayList<>();
    for (JsonValue each : data.field("limits").items()) {
      verdicts.add(verdict(each, "passed"));
    }
    if (verdicts.size() != checks) {
      throw new MalformedBodyException(
          "body.data.limits has " + verdicts.size() + " items for " + checks + " checks");
    }
    if (passed && !verdicts.stream().allMatch(CheckVerdict::passed)) {
      throw new MalformedBodyException(
          "body.data.passed is true, but not all of its limits passed");
    }
    return new BatchVerdict(passed, verdicts);
  }

  private static CheckVerdict verdict(JsonValue jsonValue, String passed)
      throws MalformedBodyException {
    return new CheckVerdict(
        jsonValue.field(passed).bool(),
        jsonValue.field("limit").number(),
        jsonValue.field("remaining").number(),
        jsonValue.field("reset").number(),
        jsonValue.field("overrideId").textOrEmpty());
  }

  /** Parses the id of an override that was set. */
  public static String overrideId(byte[] body) throws MalformedBodyException {
    return data(body).field("overrideId").text();
  }

  /** Parses an override. */
  public static OverrideItem override(byte[] body) throws MalformedBodyException {
    return override(data(body));
  }

  private static OverrideItem override(JsonValue jsonValue) throws MalformedBodyException {
    return new OverrideItem(
        jsonValue.field("overrideId").text(),
        jsonValue.field("identifier").text(),
        jsonValue.field("limit").number(),
        jsonValue.field("duration").number());
  }

  /** Parses a page of overrides. */
  public static OverridePage page(byte[] body) throws MalformedBodyException {
    JsonValue whole = JsonValue.parse(body);
    List<OverrideItem> overrides = new ArrayList<>();
    for (JsonValue each : whole.field("data").items()) {
      overrides.add(override(each));
    }
    JsonValue pagination = whole.field("pagination");
    boolean more = pagination.field("hasMore").bool();
    return new OverridePage(overrides, more ? pagination.field("cursor").text() : "");
  }

  private static JsonValue data(byte[] body) throws MalformedBodyException {
    return JsonValue.parse(body).field("data");
  }
}
