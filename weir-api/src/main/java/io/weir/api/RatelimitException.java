// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import org.jspecify.annotations.Nullable;

/** Thrown when a limiter could not be reached, or did not answer as expected. */
public final class RatelimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of failure. */
  public enum Kind {
    /** No connection: nothing was sent, and nothing was counted. */
    UNREACHABLE,
    /** No response in time. */
    TIMEOUT,
    /** The connection ended before the response was complete. */
    BROKEN,
    /** The response does not conform to the API. */
    UNINTELLIGIBLE,
    /** The server failed: a status of 500 or more, too many requests (429), or a request time-out (408). */
    UNAVAILABLE,
    /** The server rejected the request: invalid key, missing permission, or an invalid field. */
    REJECTED
  }

  private static final int REQUEST_TIMEOUT = 408;

  private final Kind kind;
  private final int status;
  private final String requestId;

  /** Creates an exception for a failure without a server response; called by implementations of {@link Ratelimit}. */
  public RatelimitException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = 0;
    this.requestId = "";
  }

  /**
   * Creates an exception for a server response that reports an error; called by implementations of {@link Ratelimit}.
   */
  public RatelimitException(Kind kind, String message, int status, String requestId) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
  }

  /** Returns the kind of failure. */
  public Kind kind() {
    return kind;
  }

  /** Returns the status of the server's response, or 0 if there was none. */
  public int status() {
    return status;
  }

  /** Returns the id by which the server's operators find the request; empty if the server sent none. */
  public String requestId() {
    return requestId;
  }

  /** Returns whether the check may have been counted although no response arrived. */
  public boolean isCountUnknown() {
    return kind == Kind.TIMEOUT
        || kind == Kind.BROKEN
        || kind == Kind.UNINTELLIGIBLE
        || status == REQUEST_TIMEOUT
        || status >= 500;
  }
}
