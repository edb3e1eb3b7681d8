// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.http.HttpHeaders;

/**
 * A header of a response.
 *
 * @param name the name as it is sent
 * @param value the value
 */
public record ResponseHeader(CharSequence name, CharSequence value) {

  /** Returns a name or value that is sent often, encoded once. */
  public static CharSequence constant(String text) {
    return HttpHeaders.createOptimized(text);
  }
}
