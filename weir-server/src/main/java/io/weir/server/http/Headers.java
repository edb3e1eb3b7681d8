// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.weir.server.api.Answer;
import io.weir.server.api.Standing;

/** What headers of requests say of the body, and those of responses, made once where they never change. */
final class Headers {
  static final CharSequence ALLOW = HttpHeaders.createOptimized("Allow");
  static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");
  static final CharSequence SOON = HttpHeaders.createOptimized("1");

  /** A second is long for a client that keeps a refusal: with this it need not keep it longer than it stands. */
  private static final CharSequence RETRY_AFTER_MILLIS =
      HttpHeaders.createOptimized("Retry-After-Ms");

  private static final CharSequence STATE = HttpHeaders.createOptimized("RateLimit");
  private static final CharSequence POLICY = HttpHeaders.createOptimized("RateLimit-Policy");
  private static final CharSequence QUOTA_LIMIT = HttpHeaders.createOptimized("RateLimit-Limit");
  private static final CharSequence QUOTA_REMAINING =
      HttpHeaders.createOptimized("RateLimit-Remaining");
  private static final CharSequence QUOTA_RESET = HttpHeaders.createOptimized("RateLimit-Reset");
  private static final CharSequence JSON = HttpHeaders.createOptimized(Answer.JSON);

  private Headers() {}

  static CharSequence contentType(String type) {
    return type.equals(Answer.JSON) ? JSON : type;
  }

  static void addStanding(MultiMap headers, Answer answer) {
    Standing standing = answer.standing();
    if (standing == null) {
      return;
    }
    headers.set(POLICY, standing.policy());
    headers.set(STATE, standing.state());
    addRetryAfter(headers, standing);
    if (standing.retryAfterMillis() > 0) {
      headers.set(RETRY_AFTER_MILLIS, Long.toString(standing.retryAfterMillis()));
    }
  }

  /** How the workspace's quota stands, in the older headers that the API has for it. */
  static void addQuota(MultiMap headers, Standing quota) {
    headers.set(QUOTA_LIMIT, Long.toString(quota.limit()));
    headers.set(QUOTA_REMAINING, Long.toString(quota.remaining()));
    headers.set(QUOTA_RESET, Long.toString(quota.resetSeconds()));
    addRetryAfter(headers, quota);
  }

  private static void addRetryAfter(MultiMap headers, Standing standing) {
    if (standing.retryAfterSeconds() > 0) {
      headers.set(RETRY_AFTER, Long.toString(standing.retryAfterSeconds()));
    }
  }

  /** Whether the client waits for a word before it sends the body. */
  static boolean isExpecting(HttpServerRequest request) {
    String expected = request.getHeader(HttpHeaders.EXPECT);
    return expected != null
        && request.version() != HttpVersion.HTTP_1_0
        && expected.equalsIgnoreCase("100-continue");
  }

  /** Whether the body is said to be longer than this. */
  static boolean isLongerThan(long most, HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length != null && Long.parseLong(length.trim()) > most;
    } catch (NumberFormatException e) {
      return true; // what was let through as a number must be larger than any
    }
  }
}
