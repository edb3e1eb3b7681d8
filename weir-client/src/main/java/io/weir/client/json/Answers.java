// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import java.util.ArrayList;
import java.util.List;

/** Reads what is answered. Fields that it does not know are passed over. */
public final class Answers {
  private Answers() {}

  /**
   * The answer to a check.
   *
   * @param passed whether it may go ahead
   * @param limit what was applied
   * @param remaining what is left of it
   * @param reset when the window ends, in Unix milliseconds
   * @param overrideId which override was applied; empty if none was
   */
  public record Verdict(
      boolean passed, long limit, long remaining, long reset, String overrideId) {}

  /**
   * The answer to several checks.
   *
   * @param passed whether all of them may go ahead
   * @param verdicts one for each
   */
  public record Verdicts(boolean passed, List<Verdict> verdicts) {}

  /**
   * An override.
   *
   * @param id its name
   * @param identifier to whom it applies
   * @param limit how much
   * @param durationMillis in how long
   */
  public record Row(String id, String identifier, long limit, long durationMillis) {}

  /**
   * Some overrides.
   *
   * @param overrides those of this page
   * @param cursor where the next one begins; empty if there is none
   */
  public record Page(List<Row> overrides, String cursor) {}

  /** Reads the answer to one check. */
  public static Verdict check(byte[] body) throws MisshapenException {
    return verdict(data(body), "success");
  }

  /** Reads the answer to so many checks. */
  public static Verdicts batch(byte[] body, int checks) throws MisshapenException {
    Node data = data(body);
    boolean passed = data.at("passed").flag();
    List<Verdict> verdicts = new ArrayList<>();
    for (Node each : data.at("limits").items()) {
      verdicts.add(verdict(each, "passed"));
    }
    if (verdicts.size() != checks) {
      throw new MisshapenException(
          "body.data.limits has " + verdicts.size() + " items for " + checks + " checks");
    }
    if (passed && !verdicts.stream().allMatch(Verdict::passed)) {
      throw new MisshapenException("body.data.passed is true, but not all of its limits passed");
    }
    return new Verdicts(passed, verdicts);
  }

  private static Verdict verdict(Node node, String passed) throws MisshapenException {
    return new Verdict(
        node.at(passed).flag(),
        node.at("limit").number(),
        node.at("remaining").number(),
        node.at("reset").number(),
        node.at("overrideId").textIfAny());
  }

  /** Reads the id of an override that was set. */
  public static String overrideId(byte[] body) throws MisshapenException {
    return data(body).at("overrideId").text();
  }

  /** Reads an override. */
  public static Row override(byte[] body) throws MisshapenException {
    return override(data(body));
  }

  private static Row override(Node node) throws MisshapenException {
    return new Row(
        node.at("overrideId").text(),
        node.at("identifier").text(),
        node.at("limit").number(),
        node.at("duration").number());
  }

  /** Reads a page of overrides. */
  public static Page page(byte[] body) throws MisshapenException {
    Node whole = Node.parse(body);
    List<Row> overrides = new ArrayList<>();
    for (Node each : whole.at("data").items()) {
      overrides.add(override(each));
    }
    Node pagination = whole.at("pagination");
    boolean more = pagination.at("hasMore").flag();
    return new Page(overrides, more ? pagination.at("cursor").text() : "");
  }

  private static Node data(byte[] body) throws MisshapenException {
    return Node.parse(body).at("data");
  }
}
