// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import java.util.concurrent.CompletionException;

/** Finds what a future failed of. */
public final class FailureCause {
  private FailureCause() {}

  /** The failure itself, without what the futures that it came through put around it. */
  public static Throwable of(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
