// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import java.util.concurrent.CompletionException;

/** Extracts the cause of a failed call to a store. */
public final class CallFailure {
  private CallFailure() {}

  /** The original failure, without the exceptions in which futures wrapped it. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The message of a failure, without the wrapping of futures. */
  public static String reason(Throwable failure) {
    Throwable cause = cause(failure);
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
