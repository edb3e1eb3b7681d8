// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

/** The origin could not do what it was asked: away, too slow, or in error. Trying again later may help. */
public final class OriginUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a sentence that says what failed. */
  public OriginUnavailable(String message) {
    super(message);
  }

  /** With a sentence that says what failed, and why. */
  public OriginUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
