// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.problem.Problem;
import org.jspecify.annotations.Nullable;

/** What goes back to a client: a status, a body that is never empty, and how the checked limit stands. */
public final class Answer {
  /** What most answers are. */
  public static final String JSON = "application/json";

  /** What clients want a refusal by quota to be. */
  public static final String PROBLEM = "application/problem+json";

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final @Nullable Standing standing;
  private final @Nullable Problem problem;

  private Answer(int status, String contentType, byte[] body, @Nullable Standing standing) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.standing = standing;
    this.problem = null;
  }

  private Answer(Problem problem, String requestId) {
    this.status = problem.status();
    this.contentType = problem.status() == 429 ? PROBLEM : JSON;
    this.body = problem.body(requestId);
    this.standing = null;
    this.problem = problem;
  }

  /** An answer to a request that was done as asked. */
  public static Answer ok(byte[] body) {
    return new Answer(200, JSON, body, null);
  }

  /** An answer to a check. */
  public static Answer ok(byte[] body, Standing standing) {
    return new Answer(200, JSON, body, standing);
  }

  /** An answer of another kind. */
  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, contentType, body, null);
  }

  /** An answer that says why not. */
  public static Answer of(Problem problem, String requestId) {
    return new Answer(problem, requestId);
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** What the body is. */
  public String contentType() {
    return contentType;
  }

  /** The body itself, not a copy: whoever sends it is the last to see it. */
  public byte[] body() {
    return body;
  }

  /** How the checked limit stands; null when none was checked. */
  public @Nullable Standing standing() {
    return standing;
  }

  /** What the answer complains of; null when the request was done as asked. */
  public @Nullable Problem problem() {
    return problem;
  }
}
