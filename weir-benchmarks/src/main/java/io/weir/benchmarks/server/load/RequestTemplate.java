// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import java.nio.charset.StandardCharsets;

/**
 * The common parts of the requests to one operation.
 *
 * @param port of the server
 * @param path of the operation
 * @param key the bearer token
 */
public record RequestTemplate(int port, String path, String key) {

  /** The head of a request, including the empty line. */
  public String head(long contentLength) {
    return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer "
        + key + "\r\nContent-Type: application/json\r\nContent-Length: " + contentLength
        + "\r\n\r\n";
  }

  /** The bytes of a request with this body. */
  public byte[] request(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return (head(bytes.length) + body).getBytes(StandardCharsets.UTF_8);
  }
}
