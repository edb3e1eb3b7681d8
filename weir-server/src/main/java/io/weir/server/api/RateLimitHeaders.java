// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.http.ResponseHeader;
import java.util.ArrayList;
import java.util.List;

/** Creates the response headers that report the state of a limit. */
public final class RateLimitHeaders {
  private static final CharSequence RETRY_AFTER = ResponseHeader.constant("Retry-After");

  /**
   * More precise than Retry-After, which is in whole seconds: a client that caches a refusal can discard it as soon
   * as it no longer applies.
   */
  private static final CharSequence RETRY_AFTER_MILLIS = ResponseHeader.constant("Retry-After-Ms");

  private static final CharSequence STATE = ResponseHeader.constant("RateLimit");
  private static final CharSequence POLICY = ResponseHeader.constant("RateLimit-Policy");
  private static final CharSequence QUOTA_LIMIT = ResponseHeader.constant("RateLimit-Limit");
  private static final CharSequence QUOTA_REMAINING =
      ResponseHeader.constant("RateLimit-Remaining");
  private static final CharSequence QUOTA_RESET = ResponseHeader.constant("RateLimit-Reset");

  private RateLimitHeaders() {}

  /** Returns the headers for the limit that was checked. */
  public static List<ResponseHeader> of(RateLimitStatus rateLimitStatus) {
    List<ResponseHeader> headers = new ArrayList<>(4);
    headers.add(new ResponseHeader(POLICY, rateLimitStatus.policy()));
    headers.add(new ResponseHeader(STATE, rateLimitStatus.state()));
    addRetryAfter(headers, rateLimitStatus);
    if (rateLimitStatus.retryAfterMillis() > 0) {
      headers.add(header(RETRY_AFTER_MILLIS, rateLimitStatus.retryAfterMillis()));
    }
    return headers;
  }

  /** Returns the API's older headers, which report the workspace's quota. */
  static List<ResponseHeader> ofQuota(RateLimitStatus quota) {
    List<ResponseHeader> headers = new ArrayList<>(4);
    headers.add(header(QUOTA_LIMIT, quota.limit()));
    headers.add(header(QUOTA_REMAINING, quota.remaining()));
    headers.add(header(QUOTA_RESET, quota.resetSeconds()));
    addRetryAfter(headers, quota);
    return headers;
  }

  private static void addRetryAfter(List<ResponseHeader> headers, RateLimitStatus rateLimitStatus) {
    if (rateLimitStatus.retryAfterSeconds() > 0) {
      headers.add(header(RETRY_AFTER, rateLimitStatus.retryAfterSeconds()));
    }
  }

  private static ResponseHeader header(CharSequence name, long value) {
    return new ResponseHeader(name, Long.toString(value));
  }
}
