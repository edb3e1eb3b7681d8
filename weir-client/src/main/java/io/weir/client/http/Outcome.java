// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a request. */
public sealed interface Outcome {

  /**
   * The server answered.
   *
   * @param status the HTTP status
   * @param headers its headers
   * @param body its body, as far as it was read
   * @param isWhole whether that is all of it
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // nobody compares replies, and nobody else has the array
  record Reply(int status, HttpHeaders headers, byte[] body, boolean isWhole) implements Outcome {

    /** Whether the body says that it is JSON. */
    public boolean isJson() {
      String type = headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
      String bare = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
      return bare.strip().equals("application/json") || bare.strip().endsWith("+json");
    }

    /** When the server says to come back. */
    public Return comeBack() {
      Optional<Long> millis = number("Retry-After-Ms");
      if (millis.isPresent()) {
        return Return.of(millis.get(), 0);
      }
      // Rounded up by whoever wrote it, so it may be up to a second less.
      return number("Retry-After")
          .map(seconds -> Return.of(seconds * 1_000, 1_000))
          .orElse(Return.UNTOLD);
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
   * @param toldMillis in how long; negative if the server does not say
   * @param surelyMillis the least that this can mean
   */
  record Return(long toldMillis, long surelyMillis) {
    /** The server does not say. */
    static final Return UNTOLD = new Return(-1, 0);

    /** A server's clock may tick in steps: it can be that late in its judgement, and on time when it is asked again. */
    private static final long STEP_MILLIS = 10;

    static Return of(long toldMillis, long roundingMillis) {
      return new Return(toldMillis, Math.max(0, toldMillis - roundingMillis - STEP_MILLIS));
    }
  }

  /**
   * There is no answer.
   *
   * @param kind why
   * @param message why, in words
   * @param cause what was thrown, if something was
   */
  record Failure(Kind kind, String message, @Nullable Throwable cause) implements Outcome {}

  /** Why there is no answer. */
  enum Kind {
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
