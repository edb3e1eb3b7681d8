// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.client.http.HttpOutcome;
import io.weir.client.json.ResponseProblem;

/** Creates exceptions for failures between this client and a server. */
final class RatelimitExceptions {
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;

  private RatelimitExceptions() {}

  /** Creates an exception for a request without a response. */
  static RatelimitException of(HttpOutcome.Failure failure) {
    return new RatelimitException(
        Kind.valueOf(failure.kind().name()), failure.message(), failure.cause());
  }

  /** Creates an exception for a response that cannot be parsed. */
  static RatelimitException unintelligible(int status, String why) {
    return new RatelimitException(
        Kind.UNINTELLIGIBLE, "invalid response from the server: " + why, status, "");
  }

  /** Creates an exception for a response that does not report success. */
  static RatelimitException of(int status, ResponseProblem responseProblem) {
    StringBuilder message = new StringBuilder("the server responded with ").append(status);
    if (!responseProblem.title().isEmpty()) {
      message.append(' ').append(responseProblem.title());
    }
    if (!responseProblem.detail().isEmpty()) {
      message.append(": ").append(responseProblem.detail());
    }
    if (!responseProblem.errors().isEmpty()) {
      message.append(" [").append(String.join("; ", responseProblem.errors())).append(']');
    }
    if (!responseProblem.requestId().isEmpty()) {
      message.append(" (request ").append(responseProblem.requestId()).append(')');
    }
    return new RatelimitException(
        kindOf(status), message.toString(), status, responseProblem.requestId());
  }

  private static Kind kindOf(int status) {
    if (status >= 500 || status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT) {
      return Kind.UNAVAILABLE;
    }
    return status >= 400 ? Kind.REJECTED : Kind.UNINTELLIGIBLE;
  }
}
