// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import java.nio.charset.StandardCharsets;

/**
 * What the requests to one operation have in common.
 *
 * @param port of the server
 * @param path of the operation
 * @param key what follows the word Bearer
 */
public record RequestTemplate(int port, String path, String key) {

  /** The head of a request, up to and with the empty line. */
  public String head(long contentLength) {
    return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer "
        + key + "\r\nContent-Type: application/json\r\nContent-Length: " + contentLength
        + "\r\n\r\n";
  }

  /** The request with this body, ready to be sent. */
  public byte[] request(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return (head(bytes.length) + body).getBytes(StandardCharsets.UTF_8);
  }
}
