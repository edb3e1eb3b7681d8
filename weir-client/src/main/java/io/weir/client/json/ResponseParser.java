// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import java.util.ArrayList;
import java.util.List;

/** Reads what is answered. Fields that it does not know are passed over. */
public final class ResponseParser {
  private ResponseParser() {}

  /**
   * The answer to a check.
   *
   * @param passed whether it may go ahead
   * @param limit what was applied
   * @param remaining what is left of it
   * @param reset when the window ends, in Unix milliseconds
   * @param overrideId which override was applied; empty if none was
   */
  public record CheckVerdict(
      boolean passed, long limit, long remaining, long reset, String overrideId) {}

  /**
   * The answer to several checks.
   *
   * @param passed whether all of them may go ahead
   * @param verdicts one for each
   */
  public record BatchVerdict(boolean passed, List<CheckVerdict> verdicts) {}

  /**
   * An override.
   *
   * @param id its name
   * @param identifier to whom it applies
   * @param limit how much
   * @param durationMillis in how long
   */
  public record OverrideItem(String id, String identifier, long limit, long durationMillis) {}

  /**
   * Some overrides.
   *
   * @param overrides those of this page
   * @param cursor where the next one begins; empty if there is none
   */
  public record OverridePage(List<OverrideItem> overrides, String cursor) {}

  /** Reads the answer to one check. */
  public static CheckVerdict check(byte[] body) throws MalformedBodyException {
    return verdict(data(body), "success");
  }

  /** Reads the answer to so many checks. */
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

  /** Reads the id of an override that was set. */
  public static String overrideId(byte[] body) throws MalformedBodyException {
    return data(body).field("overrideId").text();
  }

  /** Reads an override. */
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

  /** Reads a page of overrides. */
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
