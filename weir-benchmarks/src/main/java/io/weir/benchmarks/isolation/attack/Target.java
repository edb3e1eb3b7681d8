// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import io.weir.benchmarks.server.load.RequestTemplate;

/**
 * The server under attack.
 *
 * @param port its port on this machine
 * @param key a valid key of the hostile workspace
 */
public record Target(int port, String key) {

  /** A template for requests to an operation, such as {@code limit}, with the valid key. */
  public RequestTemplate post(String operation) {
    return post(operation, key);
  }

  /** A template for requests to an operation, with this key. */
  public RequestTemplate post(String operation, String anyKey) {
    return new RequestTemplate(port, "/v2/ratelimit." + operation, anyKey);
  }
}
