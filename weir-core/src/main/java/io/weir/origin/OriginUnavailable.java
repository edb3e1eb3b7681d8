// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

/** Thrown when a call to the origin failed: it is unavailable, too slow, or reported an error. A retry may succeed. */
public final class OriginUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates a failure with a sentence that says what failed. */
  public OriginUnavailable(String message) {
    super(message);
  }

  /** Creates a failure with a sentence that says what failed, and its cause. */
  public OriginUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
