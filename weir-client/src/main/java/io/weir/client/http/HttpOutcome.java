// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of a request: a reply or a failure. */
public sealed interface HttpOutcome {

  /**
   * The server's response.
   *
   * @param status the HTTP status
   * @param headers the response headers
   * @param body the body, as far as it was read
   * @param isComplete whether the whole body was read
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // replies are never compared, and the array is not shared
  record Reply(int status, HttpHeaders headers, byte[] body, boolean isComplete)
      implements HttpOutcome {

    /** Returns whether the content type is JSON. */
    public boolean isJson() {
      String type = headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
      String mediaType = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
      return mediaType.strip().equals("application/json") || mediaType.strip().endsWith("+json");
    }

    /** Returns the retry delay that the server sent. */
    public RetryAfter retryAfter() {
      Optional<Long> millis = number("Retry-After-Ms");
      if (millis.isPresent()) {
        return RetryAfter.of(millis.get(), 0);
      }
      // The sender rounded up to seconds, so the actual delay may be up to a second shorter.
      return number("Retry-After")
          .map(seconds -> RetryAfter.of(seconds * 1_000, 1_000))
          .orElse(RetryAfter.UNKNOWN);
    }

    private Optional<Long> number(String header) {
      return headers
          .firstValue(header)
          .map(String::strip)
          .filter(text -> text.matches("[0-9]{1,12}"))
          .map(Long::valueOf);
    }
  }

  /**
   * A retry delay from the server.
   *
   * @param statedMillis the delay as sent; negative if there was none
   * @param certainMillis the shortest delay that the sent value can stand for
   */
  record RetryAfter(long statedMillis, long certainMillis) {
    /** The server sent no delay. */
    static final RetryAfter UNKNOWN = new RetryAfter(-1, 0);

    /**
     * A server's clock may advance in steps. Its decision can use a time that is late by this much, and the next one
     * the exact time.
     */
    private static final long STEP_MILLIS = 10;

    static RetryAfter of(long statedMillis, long roundingMillis) {
      return new RetryAfter(statedMillis, Math.max(0, statedMillis - roundingMillis - STEP_MILLIS));
    }
  }

  /**
   * A request without a complete response.
   *
   * @param kind the kind of failure
   * @param message a description
   * @param cause the exception, if there was one
   */
  record Failure(FailureKind kind, String message, @Nullable Throwable cause)
      implements HttpOutcome {}

  /** The kind of failure. */
  enum FailureKind {
    /** Nothing was sent. */
    UNREACHABLE,
    /** The time-out expired. */
    TIMEOUT,
    /** The request was sent at least in part, and no complete response arrived. */
    BROKEN,
    /** The response is not valid HTTP. */
    UNINTELLIGIBLE
  }
}
