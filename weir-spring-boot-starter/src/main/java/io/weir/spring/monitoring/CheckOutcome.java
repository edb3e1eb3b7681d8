// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.Result;
import java.util.Locale;

/** The outcome of a check. */
public enum CheckOutcome {
  /** It was allowed. */
  ALLOWED,
  /** The limiter refused it. */
  REFUSED,
  /** The limiter did not answer; the fallback allowed or refused it. */
  FALLBACK,
  /** It failed: with an exception, or the error function answered. */
  ERROR;

  static CheckOutcome of(Result result) {
    return switch (result.source()) {
      case FALLBACK -> FALLBACK;
      case ERROR -> ERROR;
      case LIMITER, DEGRADED, CACHE -> result.success() ? ALLOWED : REFUSED;
    };
  }

  /** Returns the outcome as it appears in tags and responses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
