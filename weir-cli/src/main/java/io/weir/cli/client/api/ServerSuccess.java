// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client.api;

import io.weir.client.http.HttpOutcome;
import io.weir.client.json.JsonValue;
import io.weir.client.json.MalformedBodyException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A successful response of the server.
 *
 * @param reply the response, unchanged
 * @param json its parsed body
 */
public record ServerSuccess(HttpOutcome.Reply reply, JsonValue json) {

  /** The unchanged body. */
  public String envelope() {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  /** The result: the {@code data} field of the body. */
  public JsonValue data() throws MalformedBodyException {
    return json.field("data");
  }

  /** The request id that the server assigned. */
  public String requestId() throws MalformedBodyException {
    return json.field("meta").field("requestId").text();
  }

  /** The {@code Retry-After} header, if the server sent one. */
  public Optional<String> retryAfter() {
    return reply.headers().firstValue("Retry-After");
  }
}
