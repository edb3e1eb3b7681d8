// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import io.weir.client.http.Outcome;
import io.weir.client.json.MisshapenException;
import io.weir.client.json.Node;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A success, as the server sent it.
 *
 * @param reply the response as it came
 * @param json its body
 */
public record Answer(Outcome.Reply reply, Node json) {

  /** The body as it came. */
  public String envelope() {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  /** What was asked for. */
  public Node data() throws MisshapenException {
    return json.at("data");
  }

  /** The name under which the server knows the request. */
  public String requestId() throws MisshapenException {
    return json.at("meta").at("requestId").text();
  }

  /** The header of that name, if the server sent one. */
  public Optional<String> retryAfter() {
    return reply.headers().firstValue("Retry-After");
  }
}
