// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import io.weir.benchmarks.server.load.RequestTemplate;

/**
 * The server that is attacked.
 *
 * @param port where it listens on this machine
 * @param key a valid key of the hostile workspace
 */
public record Target(int port, String key) {

  /** Requests to an operation, such as {@code limit}, with the valid key. */
  public RequestTemplate post(String operation) {
    return post(operation, key);
  }

  /** Requests to an operation with any key. */
  public RequestTemplate post(String operation, String anyKey) {
    return new RequestTemplate(port, "/v2/ratelimit." + operation, anyKey);
  }
}
