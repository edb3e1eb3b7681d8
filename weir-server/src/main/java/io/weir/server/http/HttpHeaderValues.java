// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** Reads what a request's headers say about its body. */
final class HttpHeaderValues {
  private HttpHeaderValues() {}

  /** Returns whether the client waits for 100 Continue before it sends the body. */
  static boolean isExpecting(HttpServerRequest request) {
    String expected = request.getHeader(HttpHeaders.EXPECT);
    return expected != null
        && request.version() != HttpVersion.HTTP_1_0
        && expected.equalsIgnoreCase("100-continue");
  }

  /** Returns whether the body is declared to be longer than this. */
  static boolean isLongerThan(long max, HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length != null && Long.parseLong(length.trim()) > max;
    } catch (NumberFormatException e) {
      return true; // the decoder accepted it as a number, so it is larger than any long
    }
  }
}
