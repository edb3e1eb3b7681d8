// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import java.util.Optional;

/**
 * A success, as the server sent it.
 *
 * @param envelope the body as it came
 * @param json the body
 * @param retryAfter the header of that name, if the server sent one
 */
public record ServerSuccess(String envelope, JsonTree json, Optional<String> retryAfter) {

  /** What was asked for. */
  public JsonTree data() throws JsonTree.UnexpectedJson {
    return json.field("data");
  }

  /** The name under which the server knows the request. */
  public String requestId() throws JsonTree.UnexpectedJson {
    return json.field("meta").field("requestId").text();
  }
}
