// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** What headers of requests say of the body. */
final class HttpHeaderValues {
  private HttpHeaderValues() {}

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
