// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a request. */
public sealed interface HttpOutcome {

  /**
   * The server answered.
   *
   * @param status the HTTP status
   * @param headers its headers
   * @param body its body, as far as it was read
   * @param isComplete whether that is all of it
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // nobody compares replies, and nobody else has the array
  record Reply(int status, HttpHeaders headers, byte[] body, boolean isComplete)
      implements HttpOutcome {

    /** Whether the body says that it is JSON. */
    public boolean isJson() {
      String type = headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
      String bare = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
      return bare.strip().equals("application/json") || bare.strip().endsWith("+json");
    }

    /** When the server says to come back. */
    public RetryAfter retryAfter() {
      Optional<Long> millis = number("Retry-After-Ms");
      if (millis.isPresent()) {
        return RetryAfter.of(millis.get(), 0);
      }
      // Rounded up by whoever wrote it, so it may be up to a second less.
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
   * When to come back.
   *
   * @param statedMillis in how long; negative if the server does not say
   * @param certainMillis the least that this can mean
   */
  record RetryAfter(long statedMillis, long certainMillis) {
    /** The server does not say. */
    static final RetryAfter UNKNOWN = new RetryAfter(-1, 0);

    /** A server's clock may tick in steps: it can be that late in its judgement, and on time when it is asked again. */
    private static final long STEP_MILLIS = 10;

    static RetryAfter of(long statedMillis, long roundingMillis) {
      return new RetryAfter(statedMillis, Math.max(0, statedMillis - roundingMillis - STEP_MILLIS));
    }
  }

  /**
   * There is no answer.
   *
   * @param kind why
   * @param message why, in words
   * @param cause what was thrown, if something was
   */
  record Failure(FailureKind kind, String message, @Nullable Throwable cause)
      implements HttpOutcome {}

  /** Why there is no answer. */
  enum FailureKind {
    /** Nothing was sent. */
    UNREACHABLE,
    /** The time is up. */
    TIMEOUT,
    /** Something was sent, perhaps all of it, and no whole answer came. */
    BROKEN,
    /** What came is not HTTP as we know it. */
    UNINTELLIGIBLE
  }
}
