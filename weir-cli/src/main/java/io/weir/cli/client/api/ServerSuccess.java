// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import io.weir.client.http.HttpOutcome;
import io.weir.client.json.JsonValue;
import io.weir.client.json.MalformedBodyException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A success, as the server sent it.
 *
 * @param reply the response as it came
 * @param json its body
 */
public record ServerSuccess(HttpOutcome.Reply reply, JsonValue json) {

  /** The body as it came. */
  public String envelope() {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  /** What was asked for. */
  public JsonValue data() throws MalformedBodyException {
    return json.field("data");
  }

  /** The name under which the server knows the request. */
  public String requestId() throws MalformedBodyException {
    return json.field("meta").field("requestId").text();
  }

  /** The header of that name, if the server sent one. */
  public Optional<String> retryAfter() {
    return reply.headers().firstValue("Retry-After");
  }
}
