// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.fuzz;

import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A generator of requests that are nearly valid. Characters stand for bytes. */
final class FuzzedRequests {
  private static final List<String> OPERATIONS = List.of(
      "limit", "multiLimit", "setOverride", "getOverride", "listOverrides", "deleteOverride");

  private static final List<String> PATHS = List.of(
      "/",
      "//",
      "*",
      "/v2/%2e%2e/",
      "/live",
      "/ready",
      "/v2/liveness",
      "/v2/ratelimit.limit?x=y",
      "/\u00ff",
      "/%zz",
      "http://h/v2/ratelimit.limit",
      "/v2/ratelimit.limit/",
      "/" + "a".repeat(9_000),
      "");

  private static final List<String> METHODS = List.of(
      "GET",
      "PUT",
      "OPTIONS",
      "DELETE",
      "post",
      "P\u00d6ST",
      "PO ST",
      "",
      "CONNECT",
      "X".repeat(300));

  private static final List<String> LINES = List.of(
      "Content-Length: 5",
      "Content-Length: -5",
      "Content-Length: 1, 2",
      "Content-Length: 99999999999999999999",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: gzip",
      "Authorization: Bearer x",
      "Authorization:",
      "Authorization: Bearer \u00ff\u00fe",
      "Content-Type: text/plain",
      "Content-Type: application/json; x=\"",
      "Content-Type:",
      "no colon",
      "Sp ace: x",
      "X: \u0001\u0002",
      "X:" + " ".repeat(2_000),
      " folded",
      "\tfolded: x",
      "X: " + "y".repeat(20_000),
      "Expect: 100-continue",
      "Expect: nothing",
      "Connection: close",
      "Connection: \u00ff",
      "Accept: */*;q=\u0000",
      "X-Test-Time: 1",
      "Cookie:",
      "Host: a b",
      "Host:",
      "Range: bytes=0-",
      "Content-Encoding: br");

  private static final List<String> TOKENS = List.of(
      "Bearer x",
      "Bearer " + TestApiServer.KEY + "x",
      "bearer " + TestApiServer.KEY,
      "Bearer",
      "\u00ff",
      "Bearer a b");

  private final SplittableRandom random;
  private final FuzzedBodies fuzzedBodies;

  FuzzedRequests(SplittableRandom random) {
    this.random = random;
    this.fuzzedBodies = new FuzzedBodies(random);
  }

  /** Returns one to three requests, one after the other. */
  String next() {
    StringBuilder requests = new StringBuilder();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      requests.append(request());
    }
    String text = requests.toString();
    return chance(10) ? broken(text) : text;
  }

  private String request() {
    String operation = pick(OPERATIONS);
    String body = fuzzedBodies.next(chance(90) ? operation : pick(OPERATIONS));
    boolean isChunked = chance(15);
    List<String> lines = new ArrayList<>(List.of(
        "Host: weir",
        "Authorization: " + (chance(5) ? pick(TOKENS) : "Bearer " + TestApiServer.KEY),
        "Content-Type: application/json",
        isChunked ? "Transfer-Encoding: chunked" : "Content-Length: " + length(body)));
    for (int left = chance(60) ? 0 : 1 + random.nextInt(3); left > 0; left--) {
      switch (random.nextInt(3)) {
        case 0 -> lines.remove(random.nextInt(lines.size()));
        default -> lines.add(random.nextInt(lines.size() + 1), pick(LINES));
      }
      if (lines.isEmpty()) {
        break;
      }
    }
    String end = chance(5) ? "\n" : "\r\n";
    return first(operation)
        + end
        + String.join(end, lines)
        + end
        + end
        + (isChunked ? chunks(body) : body);
  }

  private String first(String operation) {
    String method = chance(10) ? pick(METHODS) : "POST";
    String path = chance(10) ? pick(PATHS) : "/v2/ratelimit." + operation;
    return method + " " + path + " "
        + (chance(3) ? pick(List.of("HTTP/1.0", "HTTP/1.2", "HTTP/", "")) : "HTTP/1.1");
  }

  private int length(String body) {
    return chance(5) ? Math.max(0, body.length() + random.nextInt(-3, 4)) : body.length();
  }

  private String chunks(String body) {
    StringBuilder chunks = new StringBuilder();
    int from = 0;
    while (from < body.length()) {
      int to = Math.min(body.length(), from + 1 + random.nextInt(100));
      String size = chance(3)
          ? pick(List.of("zz", "-1", "", "fffffffff", "1 1"))
          : Integer.toHexString(to - from);
      chunks.append(size).append("\r\n").append(body, from, to).append(chance(3) ? "" : "\r\n");
      from = to;
    }
    return chunks.append(chance(10) ? "0\r\nX: y\r\n\r\n" : "0\r\n\r\n").toString();
  }

  /** Changes a byte, removes some, or truncates the text. */
  private String broken(String text) {
    int at = random.nextInt(text.length());
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
      case 1 ->
        text.substring(0, at) + text.substring(Math.min(text.length(), at + random.nextInt(40)));
      default -> text.substring(0, at);
    };
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
