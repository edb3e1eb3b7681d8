// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import java.util.concurrent.CompletionException;

/** Finds out why a call to a store failed. */
public final class CallFailure {
  private CallFailure() {}

  /** The failure itself, without what the futures that it came through put around it. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** What to say of a failure: its own words, not those of the futures that it came through. */
  public static String reason(Throwable failure) {
    Throwable cause = cause(failure);
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
