// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.Result;
import java.util.Locale;

/** What became of a check. */
public enum CheckOutcome {
  /** It went ahead. */
  ALLOWED,
  /** The limiter refused it. */
  REFUSED,
  /** The limiter did not answer; the fallback did, one way or the other. */
  FALLBACK,
  /** It failed: an exception, or the function for errors answered. */
  ERROR;

  static CheckOutcome of(Result result) {
    return switch (result.source()) {
      case FALLBACK -> FALLBACK;
      case ERROR -> ERROR;
      case LIMITER, DEGRADED, CACHE -> result.success() ? ALLOWED : REFUSED;
    };
  }

  /** As it stands in tags and answers. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
