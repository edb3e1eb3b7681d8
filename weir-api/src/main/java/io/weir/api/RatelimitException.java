// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import org.jspecify.annotations.Nullable;

/** A limiter could not be asked, or did not answer as it should. */
public final class RatelimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** No connection: nothing was sent, and nothing was counted. */
    UNREACHABLE,
    /** No answer in time. */
    TIMEOUT,
    /** The connection ended before the answer was complete. */
    BROKEN,
    /** The answer is not what the API promises. */
    UNINTELLIGIBLE,
    /** The server failed: a status of 500 or more, too many requests for it (429), or too slow a one (408). */
    UNAVAILABLE,
    /** The server refused to look at the request: wrong key, missing permission, a field it does not take. */
    REJECTED
  }

  private static final int REQUEST_TIMEOUT = 408;

  private final Kind kind;
  private final int status;
  private final String requestId;

  /** For limiters: something went wrong without an answer of a server. */
  public RatelimitException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = 0;
    this.requestId = "";
  }

  /** For limiters: a server answered, but not with what was asked for. */
  public RatelimitException(Kind kind, String message, int status, String requestId) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** The status of the server's answer; 0 if there was none. */
  public int status() {
    return status;
  }

  /** By which the server's operators find the request; empty if it gave none. */
  public String requestId() {
    return requestId;
  }

  /** Whether the check may have been counted although no answer came. */
  public boolean isCountUnknown() {
    return kind == Kind.TIMEOUT
        || kind == Kind.BROKEN
        || kind == Kind.UNINTELLIGIBLE
        || status == REQUEST_TIMEOUT
        || status >= 500;
  }
}
