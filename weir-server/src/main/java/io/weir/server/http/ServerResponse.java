// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.json.ByteSegments;
import io.weir.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A response to a client: a status, headers in the order in which they are sent, and a body that is never empty. */
public final class ServerResponse {
  private static final CharSequence CONTENT_TYPE = ResponseHeader.constant("content-type");
  private static final CharSequence RETRY_AFTER = ResponseHeader.constant("Retry-After");

  private static final ResponseHeader JSON =
      new ResponseHeader(CONTENT_TYPE, ResponseHeader.constant("application/json"));

  /** The content type that clients expect of a 429. */
  private static final ResponseHeader PROBLEM_JSON =
      new ResponseHeader(CONTENT_TYPE, ResponseHeader.constant("application/problem+json"));

  /** Every 503 is temporary, so clients may retry soon. */
  private static final ResponseHeader RETRY_SOON =
      new ResponseHeader(RETRY_AFTER, ResponseHeader.constant("1"));

  private final int status;
  private final List<ResponseHeader> headers;
  private final ByteSegments body;
  private final @Nullable Problem problem;

  private ServerResponse(
      int status, List<ResponseHeader> headers, ByteSegments body, @Nullable Problem problem) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.problem = problem;
  }

  /** Returns a successful response with a JSON body. */
  public static ServerResponse ok(byte[] body) {
    return ok(ByteSegments.of(body));
  }

  /** The same with a body in segments. */
  public static ServerResponse ok(ByteSegments body) {
    return new ServerResponse(200, List.of(JSON), body, null);
  }

  /** Returns a response with a body of any content type. */
  public static ServerResponse of(int status, String contentType, byte[] body) {
    return new ServerResponse(
        status,
        List.of(new ResponseHeader(CONTENT_TYPE, contentType)),
        ByteSegments.of(body),
        null);
  }

  /** Returns the response that reports a problem to a client. */
  public static ServerResponse of(Problem problem, String requestId) {
    List<ResponseHeader> headers = switch (problem.status()) {
      case 429 -> List.of(PROBLEM_JSON);
      case 503 -> List.of(JSON, RETRY_SOON);
      default -> List.of(JSON);
    };
    return new ServerResponse(problem.status(), headers, problem.body(requestId), problem);
  }

  /** Returns the same response with further headers after its own. */
  public ServerResponse with(List<ResponseHeader> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<ResponseHeader> all = new ArrayList<>(headers.size() + more.size());
    all.addAll(headers);
    all.addAll(more);
    return new ServerResponse(status, all, body, problem);
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the headers, except those that the transport adds. */
  List<ResponseHeader> headers() {
    return headers;
  }

  /** Returns the body itself, not a copy. The sender is its last user. */
  ByteSegments body() {
    return body;
  }

  /** Returns the problem that it reports; null for a success. */
  @Nullable
  Problem problem() {
    return problem;
  }
}
